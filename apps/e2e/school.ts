import { randomUUID } from 'node:crypto'
import { accounts } from '@escola/contract/accounts.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { courses } from '@escola/contract/courses.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { profiles } from '@escola/contract/profiles.contract'
import { schools } from '@escola/contract/schools.contract'
import { tokenFor } from './accounts.ts'
import { callsOf } from './api.ts'
import { linkFromMail } from './mailbox.ts'
import { smallPdf } from './materials.ts'

const password = 'farinha-de-trigo1'
const tokenIn = (link: string) => new URL(link).pathname.split('/').at(-1)!

/** Makes an owner with an empty school and a confirmed e-mail. */
export async function makeOwner() {
  const run = randomUUID().slice(0, 8)
  const email = `dona@escola-${run}.example`
  const { schoolId } = await callsOf()(accounts.signUpOwner, {
    body: { school_name: `Escola ${run}`, user_name: 'Dora Prado', email, password, disclosure: true },
  })
  const { school } = await callsOf()(accounts.activate, {
    params: { token: tokenIn(await linkFromMail(email, '/activate/')) },
  })
  return { run, email, password, schoolId, base: school.base_path }
}

/** Says how a school and its owner are reached, which the home asks for before anything else. */
export async function saveContacts({ schoolId, email }: { schoolId: string; email: string }, token: string) {
  const owner = callsOf(token)
  await owner(schools.update, { params: { schoolId }, body: { email, cellphone: '11912345678' } })
  await owner(profiles.update, { body: { schoolId, name: 'Dora Prado', cellphone: '11912345678' } })
}

/** Does what an invitation by mail asks for, and answers the token of the session that it opens. */
export async function acceptInvitation({ name, email }: { name: string; email: string }): Promise<string> {
  const token = tokenIn(await linkFromMail(email, '/welcome/'))
  const body = { name, password, disclosure: true } as const
  return (await callsOf()(accounts.acceptInvitation, { params: { token }, body })).token
}

const youtube = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'

/**
 * Makes a school with one published course and a class that may study it.
 * @param media addresses of further lessons
 */
export async function makeSchool(media: string[] = []) {
  const { run, email, schoolId, base } = await makeOwner()
  const ownerToken = await tokenFor(email, password)
  const owner = callsOf(ownerToken)
  const params = { schoolId }
  const { degree } = await owner(courses.save, {
    params: { ...params, link: '0' },
    body: {
      title: 'Pão de cada dia',
      modules: [{ id: 'new-0', title: 'O fermento', alwaysAvailable: true }],
      moduleOrder: ['new-0'],
    },
  })
  const { id, link } = degree
  const saveLesson = async (title: string, text: string, files: { id: string; title: string }[], video = youtube) => {
    const { content } = await owner(lessons.save, {
      params: { ...params, courseLink: link, lessonLink: '0' },
      body: {
        degree_id: id,
        module_id: degree.modules[0]!.id,
        title,
        description: text,
        main_media_url: video,
        files,
      },
    })
    return `${base}/c/${link}/${content.link}`
  }
  const { file } = await owner(lessons.uploadFile, {
    params,
    fields: {},
    file: { bytes: smallPdf(), filename: 'Diário do levain.pdf' },
  })
  const lesson = await saveLesson('O que é fermentação', '<p>Farinha, água e paciência.</p>', [])
  const withFile = await saveLesson(
    'Criando o levain',
    '<h3>Você vai precisar de</h3><ul><li>Farinha integral</li><li>Um pote de vidro</li><li>Uma <a href="https://www.exemplo.com">balança</a></li></ul>',
    [{ id: file.id, title: file.title }],
  )
  const more: string[] = []
  for (const video of media) more.push(await saveLesson(`Vídeo ${more.length + 1}`, '', [], video))
  await owner(courses.publish, { params: { ...params, link }, body: { id } })
  const { gateway } = await owner(cohorts.create, { params, body: { title: 'Turma de estreia' } })
  await owner(cohorts.update, { params: { ...params, id: gateway.id }, body: { all_degrees: true } })

  /** Adds a new student to the class and answers the token of their session. */
  const makeStudent = async (name: string): Promise<string> => {
    const email = `${randomUUID().slice(0, 8)}@aluna-${run}.example`
    await owner(cohorts.addStudent, { params: { ...params, id: gateway.id }, body: { name, email } })
    return acceptInvitation({ name, email })
  }
  return {
    base,
    schoolId,
    degree: { id, link },
    course: `${base}/c/${link}`,
    lesson,
    withFile,
    more,
    owner: { email, password },
    ownerToken,
    cohortId: gateway.id,
    makeStudent,
  }
}
