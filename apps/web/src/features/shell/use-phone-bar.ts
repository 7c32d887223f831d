import { useMediaQuery } from '@mantine/hooks'
import { useRouterState } from '@tanstack/react-router'
import { useViewRole } from '../../session/context.ts'
import { usePageRole } from '../../session/rights.ts'

/** Lessons, editors and checkouts need the room, and a finger that misses must not leave them. */
const pagesWithout =
  /^\/_app\/(?:c\/\$link\/\$|curso\/|turma\/criar|certificado\/(?:criar|\$certificateId$)|(?:add-saldo|trocar-plano)\/)/
/** A student reads this page; its author edits it there. */
const coursePage = '/_app/c/$link/'

/** Tells whether the page that is shown has the bar of a phone; one without it has the menu in its header. */
export function usePhoneBar() {
  const role = useViewRole()
  const isAuthor = usePageRole('courses') === 'admin'
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId ?? '' })
  const isPhone = useMediaQuery('(max-width: 599px)', false, { getInitialValueInEffect: false })
  const isEditor = pagesWithout.test(page) || (page === coursePage && isAuthor)
  return isPhone && role !== 'visitor' && !isEditor
}
