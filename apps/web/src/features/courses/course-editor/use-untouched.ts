import { useBlocker, useRouterState } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The version of a course that was made a moment ago, with nothing written in it. */
    untouched?: number
  }
}

/** 'Criar Curso' and Back leave nothing behind: a course that nobody wrote in goes when it is left. */
export function useUntouched({
  isAt,
  remove,
}: {
  isAt: (version: number) => boolean
  remove: (version: number) => Promise<unknown>
}) {
  const version = useRouterState({ select: ({ location }) => location.state.untouched })
  useBlocker({
    disabled: version === undefined,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      const linkOf = ({ params }: { params: object }) => (params as { link?: string }).link
      // Its preview is still the course.
      const stays = linkOf(next) === linkOf(current)
      if (version !== undefined && !stays && isAt(version)) await remove(version).catch(() => undefined)
      return false
    },
  })
}
