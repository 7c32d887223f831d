import type { learning, StudentContent, StudentDegree } from '@escola/contract/learning.contract'
import { firstName } from '@escola/contract/people'
import { resumedOf } from '@escola/contract/resumed'
import type { ResponseOf } from '@escola/contract/route'
import { readToken } from './api/token.ts'
import { makeCoverSources } from './ui/courses/cover-sources.ts'

declare global {
  /** Paints what needs no answer, as soon as the page's skeleton is there. */
  var escolaFirstPaint: (() => void) | undefined
}

type Home = ResponseOf<typeof learning.home>

// Part of early.ts. On a phone the first words and the first picture of a page are painted by the page itself, where the program will put
// them a second or two later: what is there to read does not wait for what makes it work. Nothing here can be touched or typed into, and
// text is only ever text.

function make(tag: string, className: string, ...content: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.append(...content)
  return element
}
const makeBone = (className: string) => make('i', className)

/** Puts this in the place of the skeleton's bones, unless the program was faster. */
function showPage(page: string, ...content: Node[]) {
  const boot = document.querySelector<HTMLElement>('.boot')
  if (!boot || document.querySelector('#root > *') || !matchMedia('(max-width: 599px)').matches) return
  boot.dataset.page = page
  boot.querySelector('main')?.replaceChildren(...content)
}

function makeCover(src: string): HTMLElement {
  const { srcSet, src: own } = makeCoverSources(src)
  // Others' pictures are none that our policy lets in.
  if (!srcSet) return makeBone('cover')
  const image = make('img', 'cover') as HTMLImageElement
  image.fetchPriority = 'high'
  image.sizes = '100vw'
  image.srcset = srcSet
  image.src = own
  image.alt = ''
  return image
}

/** Paints the parts that the address alone tells, and the school's name, which the server has written into the page. */
export function paintAtOnce() {
  // A lesson has no header for any role.
  if (/\/c\/[^/]+\/[^/]+\/?$/.test(location.pathname)) return showPage('lesson', makeBone('bar'), make('div', 'frame'))
  const school = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content
  if (!school || readToken() || !/^(?:\/escola)?(?:\/[^/]+)?\/login\/?$/.test(location.pathname)) return
  const welcome = make('p', 'welcome', make('b', 'title', 'Entrar'), make('br', ''), `Que bom ver você em ${school}`)
  showPage(
    'login',
    make('div', 'card', makeBone('band'), welcome, makeBone('field'), makeBone('field'), makeBone('action')),
  )
}

export function paintHome({ categories }: Home, name: string) {
  const resumed = resumedOf(categories)
  const title = make('b', 'title', `Olá, ${firstName(name)}`)
  showPage('home', title, ...(resumed ? [makeCover(resumed.img_wide_url)] : []), makeBone('rest'))
}

export function paintCourse({ degree }: { degree: StudentDegree }) {
  const heading = make('div', 'heading', make('b', 'title', degree.title), makeBone('square'))
  showPage('course', makeBone('back'), heading, makeCover(degree.img_wide_url), makeBone('action'), makeBone('rest'))
}

export function paintLesson({ content }: { content: StudentContent | null }) {
  if (!content) return
  // Read by a document that runs and fetches nothing.
  const first = new DOMParser().parseFromString(content.description, 'text/html').body.firstElementChild
  const words = first?.localName === 'p' ? first.textContent : ''
  const frame = make('div', 'frame')
  frame.toggleAttribute('data-resumes', content.position > 0)
  showPage(
    'lesson',
    makeBone('bar'),
    ...(content.main_media_url ? [frame] : []),
    make('b', 'title', content.title),
    makeBone('action'),
    makeBone('action'),
    make('p', 'words', words),
  )
}
