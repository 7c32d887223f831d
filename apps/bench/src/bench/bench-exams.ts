import { cpus } from 'node:os'
import path from 'node:path'
import type { Bench } from './bench.ts'
import { type BenchSchool, makeSchools } from './bench-schools.ts'
import type { BenchStack } from './bench-stack.ts'
import { asked, publishExam } from './exam-class.ts'
import { countLosses } from './exam-losses.ts'
import { ExamStudent } from './exam-students.ts'
import type { Figure } from './figure.ts'
import type { LoadRequest } from './load.ts'
import { openConnections, percentile } from './open-loop.ts'
import { type Answered, askUntilTaken } from './patient-calls.ts'

const count = Number(process.env.EXAM_STUDENTS ?? 2000)
/** Average seconds that a student takes for one answer. A one-hour exam leaves three minutes for each; this runs that hour in two minutes and a half. */
const thinking = Number(process.env.EXAM_THINKING ?? 6)
/** Questions that a student answers a second time. */
const changed = 4
/** One student in this many changes to another device midway. */
const movingEvery = 20

/** A class begins one exam in the same second, answers it, and hands it in within one second. */
export async function benchExams(bench: Bench): Promise<Figure[]> {
  const stack = await bench.stack()
  const [school] = await makeSchools(stack, [count])
  const api = await stack.serveApi({ OVERLOAD_WAIT_MS: '250' })
  const floor = await stack.serve(path.join(import.meta.dirname, 'floor-server.ts'))
  const figures = await measureClass(stack, { school: school!, port: api.port, floorPort: floor.port })
  await api.stop()
  await floor.stop()
  return figures
}

interface Class {
  school: BenchSchool
  port: number
  floorPort: number
}

async function measureClass({ admin }: BenchStack, { school, port, floorPort }: Class): Promise<Figure[]> {
  const agent = openConnections()
  const [warmLesson, lesson] = school.openLessons
  // A warm class comes first, because a process that has run for a while has compiled its busiest functions.
  for (const lessonId of [warmLesson!, lesson!]) await publishExam(port, school, lessonId)
  const studentsOf = (tokens: string[]) =>
    tokens.map((token) => new ExamStudent({ port, agent, schoolId: school.id, token }))
  await warmUp(studentsOf(school.studentTokens.slice(0, 200)), warmLesson!)
  // The statistics of a running platform are current: plans that connections keep would be those for empty tables.
  await admin.query('vacuum analyze')

  const students = studentsOf(school.studentTokens)
  const generator = startClock()
  const begun = await inOneSecond(students, (student, due) => student.begin(lesson!, due))
  const sitting = students.filter(hasBegun)
  const saved = (await Promise.all(sitting.map(answerAll))).flat()
  const handedIn = await inOneSecond(sitting, (student, due) => student.handIn(due))
  const share = generator.share()

  const bytes = (answers: Answered[]) => Buffer.byteLength(answers.find(({ body }) => body !== '')?.body ?? '')
  const floorOf = (answers: Answered[]) => {
    const call = (id: number): LoadRequest => ({ method: 'POST', path: `/floor/${id}/${Math.max(20, bytes(answers))}` })
    return inOneSecond(students, (_, due, id) => askUntilTaken(floorPort, agent, call(id), due))
  }
  const [beginFloor, handInFloor] = [await floorOf(begun), await floorOf(handedIn)]
  agent.destroy()
  const { lost, answers, wrongScores } = await countLosses(admin, school.id, sitting)
  return [
    {
      name: `${count} students begin one exam of ${asked} drawn questions in the same second`,
      value: `all within ${seconds(longest(begun))}, ${told(begun)}`,
      floor: `all within ${seconds(longest(beginFloor))} (bare Fastify, one row upserted and committed, the same ${bytes(begun)} bytes)`,
      ratio: longest(begun) / longest(beginFloor),
      target: 'all within 3 s, none fails',
      ok: longest(begun) <= 3000 && failures(begun) === 0,
    },
    p99Figure('to begin, of the calls that were taken', begun, 1000, beginFloor),
    p99Figure(`to save an answer, ${Math.round(count / thinking)} /s, ${told(saved)}`, saved, 150),
    p99Figure(`to hand in, all in the same second, ${told(handedIn)}`, handedIn, 1000, handInFloor),
    {
      name: 'answers that a device knows to be saved and the database has not, and attempts with another score',
      value: `${lost} of ${answers}, ${wrongScores} of ${sitting.length}`,
      floor: '',
      target: '0, 0',
      ok: lost === 0 && wrongScores === 0,
    },
    {
      name: 'share of the cores that the generator took',
      value: `${Math.round(share * 100)} % of ${cpus().length}`,
      floor: '',
      target: 'told',
      ok: true,
    },
  ]
}

async function warmUp(students: ExamStudent[], lessonId: string) {
  await inOneSecond(students, (student, due) => student.begin(lessonId, due))
  const sitting = students.filter(hasBegun)
  for (const _ of [1, 2, 3])
    await inOneSecond(sitting, (student, due) => student.save(student.attempt!.questions[0]!, due))
  await inOneSecond(sitting, (student, due) => student.handIn(due))
}

/** A student who could not begin counts as a failure and takes no further part. */
const hasBegun = ({ attempt }: ExamStudent) => attempt !== undefined

/** Lets each student do something at a random moment of the next second. */
function inOneSecond(
  students: ExamStudent[],
  act: (student: ExamStudent, due: number, at: number) => Promise<Answered>,
): Promise<Answered[]> {
  const from = performance.now() + 100
  return Promise.all(students.map((student, at) => act(student, from + Math.random() * 1000, at)))
}

/** Answers all questions, some of them twice. A student's calls run one after another; each counts from its own due moment, also while it waits for the one before. */
async function answerAll(student: ExamStudent, at: number): Promise<Answered[]> {
  const questions = student.attempt?.questions ?? []
  const given = [...questions, ...questions.slice(0, changed)]
  const answered: Answered[] = []
  let due = performance.now()
  for (const [turn, question] of given.entries()) {
    due += 2 * Math.random() * thinking * 1000
    if (at % movingEvery === 0 && turn === questions.length >> 1) await student.changeDevice(due)
    answered.push(await student.save(question, due))
  }
  return answered
}

const isTaken = ({ status }: Answered) => status === 200 || status === 201
const failures = (answers: Answered[]) => answers.filter((answer) => !isTaken(answer)).length
const longest = (answers: Answered[]) => Math.max(0, ...answers.map(({ sinceDue }) => sinceDue))
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
const p99Of = (answers: Answered[]) =>
  percentile(
    answers.filter(isTaken).map(({ took }) => took),
    0.99,
  )

function told(answers: Answered[]) {
  const refused = answers.filter(({ refusals }) => refusals > 0).length
  return `${refused} asked again, ${failures(answers)} failed`
}

function p99Figure(what: string, answers: Answered[], atMost: number, floor?: Answered[]): Figure {
  const p99 = p99Of(answers)
  return {
    name: `99 % ${what}`,
    value: `${Math.round(p99)} ms`,
    floor: floor ? `${Math.round(p99Of(floor))} ms` : '',
    ...(floor && { ratio: p99 / p99Of(floor) }),
    target: `at most ${atMost} ms`,
    ok: p99 <= atMost && failures(answers) === 0,
  }
}

function startClock() {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  return {
    share: () => {
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000 / (performance.now() - begun) / cpus().length
    },
  }
}
