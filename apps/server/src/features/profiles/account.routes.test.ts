import { hourMs, minuteMs } from '@escola/contract/durations'
import { errors } from '@escola/contract/errors'
import { files } from '@escola/contract/files.contract'
import { messages } from '@escola/contract/messages'
import { profiles } from '@escola/contract/profiles.contract'
import { refusals } from '@escola/contract/refusals'
import type { BodyOf } from '@escola/contract/route'
import { schools } from '@escola/contract/schools.contract'
import { sessions } from '@escola/contract/sessions.contract'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../security/passwords.ts'
import type { Person } from '../../testing/call.ts'
import { type World, world } from '../../testing/world.ts'
import { deleteBytesDueBy, hoursLater } from '../files/forgotten-bytes.testing.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const update = (as: Person, body: BodyOf<typeof profiles.update>) => w.call(profiles.update, { as, body })
const userOf = async (as: Person, schoolId = as.schoolId) =>
  (await w.call(schools.context, { as, query: { domain: 'localhost', pathname: `/escola/${schoolId}` } })).body.user!

/** Opens a session of the person that an administrator of the school could have opened. */
async function throughSchool(person: Person): Promise<Person> {
  const session = await w.database.withPlatform((db) =>
    db
      .insertInto('sessions')
      .values({ user_id: person.userId, school_id: person.schoolId, utc_expires_on: new Date(Date.now() + hourMs) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { ...person, sessionId: session.id, token: w.tokens.sign(session.id, person.userId) }
}
const anotherSession = async (person: Person): Promise<Person> => {
  const { id } = await w.database.withPlatform((db) =>
    db
      .insertInto('sessions')
      .values({ user_id: person.userId, utc_expires_on: new Date(Date.now() + hourMs) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { ...person, sessionId: id, token: w.tokens.sign(id, person.userId) }
}
const setOwnPassword = async ({ userId }: Person, password: string) => {
  const password_hash = await hashPassword(password)
  await w.database.withPlatform((db) =>
    db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute(),
  )
}

describe('what a person says of themselves', () => {
  it('is the same in all their schools, and told to them alone', async () => {
    const ana = await w.northside.make.student()
    await w.riverside.make.membership(ana, 'Ana na outra')
    const answer = await update(ana, { name: ' Ana  Prado ', cpf: '123.456.789-09', cellphone: '(11) 91234-5678' })
    expect([answer.status, answer.body]).toEqual([200, { ok: true }])
    const saved = { name: 'Ana Prado', cpf: '12345678909', cellphone: '11912345678' }
    expect(await userOf(ana)).toMatchObject(saved)
    expect(await userOf(ana, w.riverside.id)).toMatchObject(saved)
  })

  it('keeps what is not sent', async () => {
    const ana = await w.northside.make.student()
    await w.riverside.make.membership(ana, 'Ana na outra')
    for (const each of [{}, { cpf: '321' }]) expect((await update(ana, each)).status).toBe(200)
    expect(await userOf(ana, w.riverside.id)).toMatchObject({ name: 'Ana na outra', cpf: '321' })
    expect((await update(await throughSchool(ana), { schoolId: w.northside.id })).status).toBe(200)
    await update(ana, { name: 'Ana Prado', cpf: '123', cellphone: '11912345678' })
    await update(ana, { name: 'Ana' })
    expect(await userOf(ana)).toMatchObject({ name: 'Ana', cpf: '123', cellphone: '11912345678' })
  })

  it.each([
    [{ name: ' \u200b ' }, { name: messages.signUpUserName }],
    [{ name: 'Veja www.golpe.example' }, { name: messages.nameWithAddress }],
    [{ cpf: '1'.repeat(12) }, { cpf: refusals.cpfLong }],
    [{ cellphone: '1'.repeat(21) }, { cellphone: messages.cellphone }],
    [{ password: 'abc1' }, { password: messages.passwordShort }],
    [{ password: 'abcdef' }, { password: messages.passwordDigit }],
  ])('says which field cannot be kept: %o', async (wrong, fields) => {
    const ana = await w.northside.make.student()
    const answer = await update(ana, { name: 'Outra', cpf: '', cellphone: '', ...wrong })
    expect([answer.status, answer.error]).toMatchObject([400, { fields }])
    expect((await userOf(ana)).name).toBe(ana.name)
  })
})

describe('a new password', () => {
  it('ends every other session, keeps this one, and opens the account from then on', async () => {
    const ana = await w.northside.make.student()
    await setOwnPassword(ana, 'pao-de-ontem1')
    const [other, school] = [await anotherSession(ana), await throughSchool(ana)]
    const { status } = await update(ana, { name: ana.name, password: 'pao-de-mel1' })
    expect(status).toBe(200)
    const logIn = (password: string) => w.call(sessions.signIn, { body: { email: ana.email, password } })
    expect([(await logIn('pao-de-ontem1')).error.code, (await logIn('pao-de-mel1')).status]).toEqual([
      'invalid_password',
      200,
    ])
    expect(
      await Promise.all([other, school].map(async (as) => (await update(as, { name: 'Outra' })).error.code)),
    ).toEqual(['session_ended', 'session_ended'])
    const { utc_revoked_on } = await w.database.withPlatform((db) =>
      db.selectFrom('sessions').select('utc_revoked_on').where('id', '=', ana.sessionId).executeTakeFirstOrThrow(),
    )
    expect(utc_revoked_on).toBeNull()
  })

  it('makes this address familiar, and voids the links that were mailed to choose one', async () => {
    const ana = await w.northside.make.student()
    const link = { token_hash: `hash-${ana.userId}`, purpose: 'recovery', user_id: ana.userId, school_id: ana.schoolId }
    await w.database.withPlatform((db) =>
      db
        .insertInto('email_tokens')
        .values({ ...link, utc_expires_on: new Date(Date.now() + minuteMs) })
        .execute(),
    )
    await update(ana, { name: ana.name, password: 'pao-de-mel1' })
    const [token, address] = await w.database.withPlatform(async (db) => [
      await db.selectFrom('email_tokens').select('utc_used_on').where('user_id', '=', ana.userId).executeTakeFirst(),
      await db.selectFrom('familiar_addresses').select('user_id').where('user_id', '=', ana.userId).executeTakeFirst(),
    ])
    expect(token?.utc_used_on).toBeInstanceOf(Date)
    expect(address).toEqual({ user_id: ana.userId })
  })
})

describe("a session that the school's administrator could have opened", () => {
  it('changes the name and the cellphone of that school, and nothing outside it', async () => {
    const ana = await w.northside.make.student()
    await w.riverside.make.membership(ana, 'Ana na outra')
    const weak = await throughSchool(ana)
    const answer = await update(weak, { schoolId: ana.schoolId, name: 'Ana Daqui', cpf: '', cellphone: '11900000000' })
    expect(answer.status).toBe(200)
    expect(await userOf(weak)).toMatchObject({ name: 'Ana Daqui', cellphone: '11900000000', hasOwnSession: false })
    expect(await userOf(ana, w.riverside.id)).toMatchObject({ name: 'Ana na outra', hasOwnSession: true })
    const [person] = await w.database.withPlatform((db) =>
      db.selectFrom('users').select(['name', 'cellphone']).where('id', '=', ana.userId).execute(),
    )
    expect(person).toEqual({ name: ana.name, cellphone: '' })
  })

  it.each([
    ['password', { password: 'pao-de-mel1' }],
    ['cpf', { cpf: '12345678909' }],
  ])('is refused a new %s, and nothing of the change is kept', async (field, wrong) => {
    const ana = await w.northside.make.student()
    await setOwnPassword(ana, 'pao-de-ontem1')
    const weak = await throughSchool(ana)
    const { status, error } = await update(weak, { name: 'Outra', ...wrong })
    expect([status, error]).toMatchObject([
      403,
      { code: 'school_session_only', fields: { [field]: errors.school_session_only.pt } },
    ])
    expect((await userOf(weak)).name).toBe(ana.name)
    const logIn = await w.call(sessions.signIn, { body: { email: ana.email, password: 'pao-de-ontem1' } })
    expect(logIn.status).toBe(200)
  })

  it('reaches no other school of theirs, and is not told the cpf', async () => {
    const ana = await w.northside.make.student()
    await w.riverside.make.membership(ana, 'Ana na outra')
    await update(ana, { name: 'Ana Prado', cpf: '12345678909' })
    const weak = await throughSchool(ana)
    const elsewhere = await update(weak, { schoolId: w.riverside.id, name: 'Tomada' })
    expect([elsewhere.status, elsewhere.error.code]).toEqual([404, 'school_not_found'])
    const picture = await upload(weak, await face(200, 200), w.riverside.id)
    expect([picture.status, picture.error.code]).toEqual([404, 'school_not_found'])
    expect((await userOf(weak)).cpf).toBe('')
  })
})

const face = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a1fa2' } })
    .png()
    .toBuffer()
const upload = (as: Pick<Person, 'token'>, bytes: Buffer, schoolId?: string, filename = 'rosto.png') =>
  w.call(profiles.uploadPicture, {
    as,
    fields: { field: 'profile_img_url', ...(schoolId ? { schoolId } : {}) },
    file: { bytes, filename },
  })
const remove = (as: Pick<Person, 'token'>, schoolId?: string) =>
  w.call(profiles.removePicture, { as, body: { field: 'profile_img_url', ...(schoolId ? { schoolId } : {}) } })
const avatarFiles = (person: Person) =>
  w.northside.tx(async (db) => {
    const rows = await db.selectFrom('files').select(['storage_key']).where('purpose', '=', 'avatar').execute()
    const { profile_image_key } = await db
      .selectFrom('memberships')
      .select('profile_image_key')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow()
    return { keys: rows.map(({ storage_key }) => storage_key.split('/').at(-1)), shown: profile_image_key }
  })

describe('the picture', () => {
  it('is square, belongs to the school that is named, and is shown there alone', async () => {
    const ana = await w.northside.make.student()
    await w.riverside.make.membership(ana, 'Ana na outra')
    const { status, body } = await upload(ana, await face(900, 600), w.riverside.id)
    expect(status).toBe(200)
    expect(body.user.profile_img_url).toMatch(new RegExp(`^/api/school/${w.riverside.id}/image/[0-9a-f-]{36}$`))
    const image = await w.app.inject(`${body.user.profile_img_url}?w=300`)
    expect(await sharp(image.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 480, height: 480 })
    expect((await userOf(ana, w.riverside.id)).profile_img_url).toBe(body.user.profile_img_url)
    expect((await userOf(ana)).profile_img_url).toBe('')
  })

  it('of an administrator of the platform is not kept by a school that they only look into', async () => {
    const vera = await w.makePlatformPerson()
    const count = () => w.northside.tx((db) => db.selectFrom('files').select('storage_key').execute())
    const before = await count()
    expect((await upload(vera, await face(200, 200), w.northside.id)).error.code).toBe('school_not_found')
    expect((await remove(vera, w.northside.id)).error.code).toBe('school_not_found')
    expect(await count()).toEqual(before)
    const { body } = await w.call(schools.context, {
      as: vera,
      query: { domain: '', pathname: `/escola/${w.northside.id}` },
    })
    expect([body.school?.platform_view, body.user?.profile_img_url]).toEqual([true, ''])
  })

  it('is at the school that they joined first where none is named', async () => {
    const ana = await w.northside.make.student()
    await w.riverside.make.membership(ana, 'Ana na outra')
    const { body } = await upload(ana, await face(200, 200))
    expect((await userOf(ana)).profile_img_url).toBe(body.user.profile_img_url)
    expect((await remove(ana)).status).toBe(200)
    expect((await userOf(ana)).profile_img_url).toBe('')
  })

  it('takes the place of the one before, which counts no more and is gone a day later', async () => {
    const school = await w.makeSchool('Rostos')
    const ana = await school.make.student()
    const counted = () =>
      school.tx(async (db) =>
        Number((await db.selectFrom('school_storage').selectAll().executeTakeFirst())?.uploaded_bytes ?? 0),
      )
    const first = await upload(ana, await face(200, 200), school.id)
    const bytes = await counted()
    expect(bytes).toBeGreaterThan(0)
    const second = await upload(ana, await face(200, 200), school.id)
    expect(await counted()).toBe(bytes)
    const show = async ({ body }: typeof first) => (await w.app.inject(body.user.profile_img_url)).statusCode
    await deleteBytesDueBy(school, hoursLater(23.9), w.tools)
    expect([await show(first), await show(second)]).toEqual([200, 200])
    await deleteBytesDueBy(school, hoursLater(24.1), w.tools)
    expect([await show(first), await show(second)]).toEqual([404, 200])
    await remove(ana, school.id)
    expect([await counted(), await show(second)]).toEqual([0, 200])
    await deleteBytesDueBy(school, hoursLater(24.1), w.tools)
    expect(await show(second)).toBe(404)
    expect((await remove(ana, school.id)).status).toBe(200)
  })

  it('leaves one of several that come at the same moment', async () => {
    const ana = await w.northside.make.student()
    const bytes = await face(200, 200)
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => upload(ana, bytes)),
      remove(ana),
      remove(ana),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200))
    await upload(ana, bytes)
    const { keys, shown } = await avatarFiles(ana)
    expect(keys).toEqual([shown])
  })

  it.each([
    [
      'of more than 3 MB',
      () => Buffer.alloc(3 * 1024 * 1024 + 1),
      413,
      { fields: { file: messages.imageTooLarge('rosto.png') } },
    ],
    ['that is no picture', () => Buffer.from('<svg onload="alert(1)"/>'), 400, { code: 'invalid_image' }],
  ])('refuses a file %s', async (_, make, status, error) => {
    const answer = await upload(w.northside.student, make())
    expect([answer.status, answer.error]).toMatchObject([status, error])
  })

  it('is refused from a user without a school, and in a school that is not theirs', async () => {
    const ana = await w.northside.make.student()
    const foreign = await upload(ana, await face(200, 200), w.riverside.id)
    expect([foreign.status, foreign.error.code]).toEqual([404, 'school_not_found'])
    const { id } = await w.database.withPlatform((db) =>
      db.insertInto('users').values({ email: 'so@example.com' }).returning('id').executeTakeFirstOrThrow(),
    )
    const alone = await anotherSession({ ...ana, userId: id })
    const answer = await upload(alone, await face(200, 200))
    expect([answer.status, answer.error.code]).toEqual([404, 'school_not_found'])
    expect((await update(alone, { name: 'Sem Escola' })).status).toBe(200)
    expect((await w.call(files.image, { params: { schoolId: ana.schoolId, key: '0'.repeat(36) } })).status).toBe(404)
  })
})
