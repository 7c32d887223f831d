import { z } from 'zod'
import { defineRoute } from './route.ts'
import { Done, Utc } from './wire.ts'

const bytes = z.string().max(20_000)
const credential = {
  id: z.string().min(1).max(2000),
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(50).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}
/** Answer of a browser that has made a passkey, as WebAuthn writes it in JSON. */
const MadePasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(50)).max(10).default([]),
  }),
})
/** Name of a passkey whose device is unknown. */
export const passkeyName = 'Chave de acesso'

/** A browser's answer when a user has shown a passkey. */
export const ShownPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish(),
  }),
})
export type ShownPasskey = z.infer<typeof ShownPasskey>
/** Options that a browser gets for a passkey; the browser knows more fields than this schema. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })

/** Code of the authenticator app, or a recovery code; people read and type them with spaces and dashes. */
export const Code = z
  .string({ error: 'Digite o código' })
  .max(40)
  .transform((text) => text.toLowerCase().replace(/[\s-]+/g, ''))
  .refine(
    (text) => /^(\d{6}|[a-z2-7]{10})$/.test(text),
    'Digite os 6 números do aplicativo, ou um código de recuperação',
  )

export const Passkey = z.object({ id: z.string(), name: z.string(), utc_created_on: Utc, utc_used_on: Utc.nullable() })
export type Passkey = z.infer<typeof Passkey>

export const Security = z.object({
  secondFactor: z.object({ utc_on: Utc.nullable(), codesLeft: z.number().int() }),
  passkeys: z.array(Passkey),
  /** The one host that passkeys are for; a school's own domain has none. */
  passkeyHost: z.string(),
})
export type Security = z.infer<typeof Security>

const RecoveryCodes = z.object({ codes: z.array(z.string()) })

/** Routes by which users protect their accounts. They need the user's own session, and changes need a proof of a moment ago: by the second factor, where the user has one. */
export const security = {
  show: defineRoute({
    method: 'GET',
    path: '/user/security',
    summary: 'How I protect my account: second factor and passkeys',
    access: 'session',
    beforeFactor: true,
    response: z.object({ security: Security }),
  }),
  startSecondFactor: defineRoute({
    method: 'POST',
    path: '/user/second-factor',
    summary:
      'A new secret for an authenticator app, and the same as a QR code; it counts once a code of it was confirmed',
    access: 'session',
    proof: 'recent',
    beforeFactor: true,
    response: z.object({ secret: z.string(), url: z.string(), qr: z.string() }),
  }),
  confirmSecondFactor: defineRoute({
    method: 'POST',
    path: '/user/second-factor/confirm',
    summary: 'Turn the second factor on by a code of the app; answers the recovery codes, which are shown this once',
    access: 'session',
    proof: 'recent',
    beforeFactor: true,
    rateLimit: 'signIn',
    body: z.object({ code: Code }),
    response: RecoveryCodes,
  }),
  skipSecondFactor: defineRoute({
    method: 'POST',
    path: '/user/second-factor/skip',
    summary:
      "Go on without a second factor in this session: the demonstration's platform administrator, on its own machine",
    access: 'session',
    beforeFactor: true,
    response: Done,
  }),
  removeSecondFactor: defineRoute({
    method: 'DELETE',
    path: '/user/second-factor',
    summary: 'Turn the second factor off; its recovery codes are void',
    access: 'session',
    proof: 'recent',
    response: Done,
  }),
  renewCodes: defineRoute({
    method: 'POST',
    path: '/user/second-factor/codes',
    summary: 'New recovery codes, which are shown this once; the old ones are void',
    access: 'session',
    proof: 'recent',
    response: RecoveryCodes,
  }),
  startPasskey: defineRoute({
    method: 'POST',
    path: '/user/passkeys/challenge',
    summary: 'What a browser needs to make a passkey',
    access: 'session',
    proof: 'recent',
    response: z.object({ options: PasskeyOptions }),
  }),
  addPasskey: defineRoute({
    method: 'POST',
    path: '/user/passkeys',
    summary: 'Keep the passkey that the browser has made',
    access: 'session',
    proof: 'recent',
    status: 201,
    body: z.object({ answer: MadePasskey }),
    response: z.object({ passkey: Passkey }),
  }),
  removePasskey: defineRoute({
    method: 'DELETE',
    path: '/user/passkeys/:id',
    summary: 'Forget a passkey: it opens nothing any more',
    access: 'session',
    proof: 'recent',
    params: z.object({ id: z.string().regex(/^[\w-]{1,2000}$/) }),
    response: Done,
  }),
}
