import { certificates } from '@escola/contract/certificates.contract'
import { learning } from '@escola/contract/learning.contract'
import { type Context, schools } from '@escola/contract/schools.contract'
import { askEarly } from './api/early.ts'
import { readPlace } from './api/place.ts'
import { requestOf } from './api/request.ts'
import { deviceStore } from './api/storage.ts'
import { paintAtOnce, paintCourse, paintHome, paintLesson } from './first-paint.ts'
import { forgetOldWorkers } from './ui/loading/old-workers.ts'
import { keepFailures } from './ui/report.ts'

// Stands in index.html itself and runs before anything is painted: a remembered choice of light or dark never flashes, and what the first
// page shows is on its way before the program is.
keepFailures()
forgetOldWorkers().catch(() => undefined)
try {
  const chosen = deviceStore.read('escola.scheme')
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  const isDark = chosen === 'dark' || (chosen !== 'light' && prefersDark)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  globalThis.escolaFirstPaint = paintAtOnce
  askForPage().catch(() => undefined)
} catch {
  // Storage is closed: the default follows, and the program asks by itself.
}

async function askForPage() {
  const response = await askEarly(requestOf(schools.context, { query: readPlace() }))
  if (!response.ok) return
  const { school, user }: Context = await response.clone().json()
  // An administrator's pages ask for more than one thing, and come over better lines.
  if (!school || school.is_blocked || school.role.includes('admin')) return
  const isStudent = school.role.includes('student')
  const path = location.pathname.slice(school.base_path.length)
  const [first, name = '', lesson, ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent)
  const params = { schoolId: school.id, degreeLink: name }
  if (rest.length > 0) return
  if (first === undefined && (isStudent || !school.is_private)) {
    const home = askEarly(requestOf(learning.home, { params }))
    if (isStudent && user) paintHome(await read(home), user.name)
  }
  if (first === 'v') askEarly(requestOf(certificates.verify, { params: { ...params, code: name } }))
  if (first !== 'c' || !isStudent) return
  if (lesson === undefined) paintCourse(await read(askEarly(requestOf(learning.course, { params }))))
  else paintLesson(await read(askEarly(requestOf(learning.lesson, { params, body: { classLink: lesson } }))))
}

/** Reads the answer, which the program takes over once it runs. */
async function read(pending: Promise<Response>) {
  const response = await pending
  return response.ok ? response.clone().json() : Promise.reject()
}
