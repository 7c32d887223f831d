import type { Plugin, Rolldown } from 'vite'

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...given: never[]) => unknown>>[1]

const isSmall = (id: string) =>
  /\/apps\/web\/src\/|\/packages\/contract\/src\/|\/icons-react\/.*\/icons\/|@tanstack\/(?:query-core|react-query)\/|\/useLocation\.js/.test(
    id,
  )

/** Lists the modules that ask for a module by themselves: the pages, and the parts that load when they are needed. */
function listImporters(id: string, context: Context): string[] {
  const above = new Set([id])
  const importers: string[] = []
  // A set grows while it is walked.
  for (const module of above) {
    const info = context.getModuleInfo(module)
    if (!info) continue
    if (info.isEntry || info.dynamicImporters.length > 0) importers.push(module)
    for (const importer of info.importers) above.add(importer)
  }
  return importers
}

const lessonPage = /routes\/_app\/c\.\$link\.\$classLink\.tsx\?/
const signInPage = /routes\/_public\/login\.tsx\?/
const header = /features\/shell\/(?:public-)?header\.tsx/
/** Questions stand below a lesson, and load once they are looked at. */
const questions = /features\/threads\/lesson-questions\.tsx/
/** These pages are read now and then, so their shared parts are one file. */
const memberPages = /routes\/_(?:app\/(?:notificacoes|pontos|rank|sobre|suporte)|info\/[\w-]+)\.tsx\?/
const studentPages = /routes\/_app\/(?:index|c\.\$link\.index)\.tsx\?|learning\/home-page\.tsx/

/** Module that a lesson shows a moment later: it is so short that a file of its own would be more header than content. */
const besideLesson = /\/ui\/use-countdown\.ts/

/** Groups in one file the modules that these pages share with any other, unless a page of the last ones needs them too. */
const isSharedBy = (name: string, pages: RegExp, priority: number, without?: RegExp): Rolldown.CodeSplittingGroup => ({
  debugName: name,
  name: (id, context) => {
    if (!isSmall(id)) return null
    if (name === 'study' && besideLesson.test(id)) return name
    const importers = listImporters(id, context)
    if (importers.length < 2 || importers.some((asker) => without?.test(asker))) return null
    return importers.some((asker) => pages.test(asker)) ? name : null
  },
  includeDependenciesRecursively: false,
  priority,
})

/** Names of the contract's files that are short; a schema's name begins with a capital. */
const picked = (initial: string) =>
  new RegExp(`/packages/contract/src/(?:titles|text|people|labels|limits|wire|\\w+\\.contract)\\.ts\\?pick=${initial}`)

/** Some of Mantine's components, with their styles. */
const components = (names: string) => `@mantine/core/(?:esm/components|styles)/(?:${names})[./]`
const fields = new RegExp(
  `${components('Alert|Anchor|Input|InputBase|PasswordInput|TextInput')}|@mantine/form/|/klona/|/fast-deep-equal/`,
)
/** Each is too short for a file and its styles, and no page that people see first shows one. */
const pieces = new RegExp(components('Badge|Code|ColorSwatch|Divider|Progress|SimpleGrid'))
/** Entry of practice on a course's page, which other pages of practice share. */
const practice =
  /\/web\/src\/features\/practice\/(?:course-practice\.tsx|practice\.queries\.ts)|\/contract\/src\/practice(?:-texts|\.contract)\.ts/
const overlays = new RegExp(
  `${components('Modal|ModalBase|Notification|Overlay|FocusTrap|Paper|Portal|ScrollArea')}|@mantine/notifications/styles|@floating-ui/|/web/src/(?:ui/(?:questions-and-notices|keep-clicks|notices|another-user|questions/confirm-dialog)|session/page-owner|api/all-messages)\\.tsx?|/contract/src/(?:exam-attempt-)?errors\\.ts|/(?:react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|tslib|get-nonce)/`,
)

/**
 * Left to itself, every set of pages that share something gives a file. Each one costs a phone a place in the queue, and compresses worse
 * than as part of a whole: so what students' pages share comes together.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Every page starts with these modules.
  { name: 'base', tags: ['$initial'], priority: 4 },
  // The page of a lesson is often opened on a slow connection: its shared modules hold nothing that it doesn't need.
  isSharedBy('study', lessonPage, 3),
  isSharedBy('frame', header, 3, lessonPage),
  isSharedBy('student', studentPages, 2, signInPage),
  isSharedBy('account', signInPage, 2, /routes\/_app\//),
  isSharedBy('common', signInPage, 1),
  {
    name: 'safe-html',
    test: /\/dompurify\/|\/rich-text\/safe-html\.tsx/,
    includeDependenciesRecursively: false,
    priority: 1,
  },
  isSharedBy('questions', questions, 1, new RegExp(`${signInPage.source}|${lessonPage.source}`)),
  isSharedBy('member', memberPages, 1, /routes\/(?:_public\/|-admin-home)/),
  { name: 'practice', test: practice, includeDependenciesRecursively: false, priority: 1 },
  // Parts of the contract that several other pages take: addresses of calls, texts and small functions, and the schemas of fields, which bring zod.
  { name: 'words', test: picked('[a-z]'), minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'checks', test: picked('[A-Z]'), minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'fields', test: fields, includeDependenciesRecursively: false, priority: 1 },
  { name: 'pieces', test: pieces, includeDependenciesRecursively: false, priority: 1 },
  // Notices and questions, which every page fetches once it has nothing else to do.
  {
    name: 'hooks',
    test: /@mantine\/(?:hooks|core\/esm\/(?:core|components\/CloseButton))\//,
    includeDependenciesRecursively: false,
  },
  { name: 'overlays', test: overlays, includeDependenciesRecursively: false },
  { name: 'icons', test: /\/icons-react\/.*\/icons\//, minShareCount: 2, includeDependenciesRecursively: false },
]

const iconImport = /import \{([^}]+)\} from '@tabler\/icons-react'/g

/** Takes each icon from its own file, so that the build knows which pages need it. */
export const iconsByName = (): Plugin => ({
  name: 'escola:icons-by-name',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/apps\/web\/src\/.*\.tsx?(?:\?|$)/, code: /@tabler\/icons-react/ },
    handler: (code) => ({
      code: code.replace(iconImport, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name && !name.startsWith('type '))
          .map((name) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs'`)
          .join(';'),
      ),
      map: null,
    }),
  },
})
