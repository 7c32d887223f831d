import { beforeEach, expect, it, vi } from 'vitest'
import { card, degree, summary } from './features/learning/sample-course.ts'
import { paintAtOnce, paintCourse, paintHome, paintLesson } from './first-paint.ts'

const attack = '<img src="x" onerror="alert(1)">'
const ours = '/api/school/1/image/2'
const content = { title: 'Nós', description: '<p>Um <b>laço</b></p>', main_media_url: '', position: 0 }
const lesson = (values: Partial<typeof content>) => ({ content: { ...content, ...values } as never })

const main = () => document.querySelector('main')!
const openAt = (address: string, school = 'Mar') => {
  document.head.innerHTML = `<meta property="og:site_name" content="${school}">`
  history.replaceState(null, '', address)
  paintAtOnce()
}

beforeEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = '<div class="boot"><main><i></i></main></div><div id="root"></div>'
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  return () => {
    document.body.innerHTML = ''
  }
})

it('paints the words of a lesson, as text alone', () => {
  paintLesson(lesson({}))
  expect(main().textContent).toBe('NósUm laço')
  paintLesson(lesson({ title: attack, description: `<p>${attack}Oi</p>` }))
  expect(main().textContent).toBe(`${attack}Oi`)
  expect(main().querySelector('img')).toBeNull()
})

it('greets a student, and shows the course that they go on with', () => {
  const begun = card({ id: '2', state: 'continue', progress: '50.00', img_wide_url: ours })
  paintHome(
    { categories: [{ id: '5', title: 'Navegação', degrees: [card({ id: '1', state: 'start' }), begun] }] },
    'Ana Souza',
  )
  expect(main().textContent).toBe('Olá, Ana')
  expect(main().querySelector('img')!.getAttribute('srcset')).toContain(`${ours}?w=480 480w`)
})

it('shows pictures of ours alone', () => {
  paintCourse({ degree: { ...degree([summary('1')]), img_wide_url: 'https://mal.example/x.png' } })
  expect(main().querySelector('img')).toBeNull()
})

it('welcomes a visitor at the sign-in of a school, and nowhere else', () => {
  openAt('/mar/login')
  expect(main().textContent).toBe('EntrarQue bom ver você em Mar')
  expect(main().querySelector('input, button')).toBeNull()
})

it.each(['/mar/cadastro', '/mar/login/x/y', '/mar'])('leaves the skeleton of %s', (address) => {
  openAt(address)
  expect(main().textContent).toBe('')
})

it('leaves the skeleton of the sign-in to a user who has a session: they are led on', () => {
  localStorage.setItem('escola.token', 't')
  openAt('/mar/login')
  expect(main().textContent).toBe('')
})

it('paints nothing over the program, nor where the screen is wide', () => {
  document.getElementById('root')!.append('', document.createElement('p'))
  paintLesson(lesson({}))
  document.getElementById('root')!.replaceChildren()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  paintLesson(lesson({}))
  expect(main().textContent).toBe('')
})
