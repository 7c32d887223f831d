import { z } from 'zod'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { Cpf, NewEmail, OwnName, Password, PlainName } from './people.ts'
import { Cellphone, RequiredCellphone, Whatsapp } from './phones.ts'
import { refusals } from './refusals.ts'
import { defineRoute } from './route.ts'
import { User } from './schools.contract.ts'
import { storableName } from './text.ts'
import { Done, Id, Link, SchoolParams, Utc } from './wire.ts'

/** Fields of a profile that a save may change; an absent field stays. */
export const ProfileChange = z.object({
  /** School whose page made the change; the server reads it for sessions of one school alone. */
  schoolId: Id.optional(),
  /** A field that is not sent stays as each school has it. */
  name: OwnName.optional(),
  cpf: Cpf.optional(),
  cellphone: Cellphone.optional(),
  /** Browsers send it only to change the password, which ends the user's sessions everywhere else. */
  password: Password.optional(),
})
export type ProfileChange = z.input<typeof ProfileChange>

/** Data that the admin home asks for until they are complete (part 1 §5, school-data modal). */
export const SchoolData = z.object({
  name: PlainName,
  email: NewEmail,
  // The settings take no shorter one; here the refusal has the words of this form, beside this field.
  schoolCellphone: RequiredCellphone.refine((value) => Whatsapp.safeParse(value).success, messages.cellphone),
  cellphone: RequiredCellphone,
})
export type SchoolData = z.output<typeof SchoolData>

const field = z.literal('profile_img_url').default('profile_img_url')
/** School where the picture is shown; without it, the session's own school or the one that the person joined first. */
const schoolId = Id.optional()

export const ProfileDegree = z.object({
  id: Id,
  degree_id: Id,
  title: z.string(),
  degree_link: z.string(),
  img_wide_url: z.string(),
  has_complete: z.boolean(),
  school_id: Id,
})
export type ProfileDegree = z.infer<typeof ProfileDegree>

/** Public profile: all that a visitor who may see the school may know of a person in it. No e-mail, no cellphone, no CPF. */
export const Profile = z.object({
  user: z.object({
    user_id: Id,
    name: z.string(),
    link: z.string(),
    profile_img_url: z.string(),
    profile_description: z.string(),
    utc_created_on: Utc,
  }),
  awards: z.object({ degrees: z.array(ProfileDegree) }),
  progress: z.object({ degrees: z.array(ProfileDegree) }),
  school_gateways: z.array(z.string()),
  /** The pdf is a signed link to the file for its own student; others get '/v/{code}', where the school's visitors can verify it. */
  certificates: z.array(z.object({ degree_id: Id, pdf: z.string() })),
})
export type Profile = z.infer<typeof Profile>

export const profiles = {
  update: defineRoute({
    method: 'POST',
    path: '/profile/update',
    summary:
      'Save what a person says of themselves, in all their schools; through a session that reaches one school, the name and cellphone there alone. A new password ends every other session',
    access: 'session',
    proof: 'sometimes',
    rateLimit: 'signIn',
    body: ProfileChange,
    response: Done,
  }),
  uploadPicture: defineRoute({
    method: 'POST',
    path: '/profile/img',
    summary: "Replace one's picture in a school",
    access: 'session',
    rateLimit: 'upload',
    multipart: { fields: z.object({ field, schoolId }), maxBytes: limits.imageBytes },
    response: z.object({ user: User.pick({ profile_img_url: true }) }),
  }),
  removePicture: defineRoute({
    method: 'DELETE',
    path: '/profile/img',
    summary: "Remove one's picture from a school",
    access: 'session',
    body: z.object({ field, schoolId }),
    response: Done,
  }),
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/profile/:link',
    summary: 'What somebody shows of themselves; of a private school, to its own people alone',
    access: 'visitor',
    params: SchoolParams.extend({ link: Link }),
    response: Profile,
  }),
  saveDescription: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/user/profile/save',
    summary: "Save the description on one's own profile in the school",
    access: 'member',
    params: SchoolParams,
    body: z.object({
      profile_description: z
        .string()
        .max(limits.profileDescriptionMax, refusals.descriptionLong)
        .transform(storableName),
    }),
    response: z.object({ user: User.pick({ profile_description: true }) }),
  }),
}
