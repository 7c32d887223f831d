import { audienceTexts, describeOpenCourses } from '@escola/contract/audience'
import { calendars } from '@escola/contract/calendars.contract'
import { courses } from '@escola/contract/courses.contract'
import { accessRequest } from '@escola/contract/permission-texts'
import { courseTitle } from '@escola/contract/titles'
import { api } from '../../../api/client.ts'
import { useAppContext, useSchool } from '../../../session/context.ts'
import { useRights } from '../../../session/rights.ts'
import { confirm } from '../../../ui/questions/confirm.ts'
import { useRefresh } from '../../../ui/use-refresh.ts'

const namedAtMost = 3

/** Asks before a class is sold whose courses cost nothing to users who sign up, and closes them where the answer says so and the asked may. */
export function useOpenCourses(id: string) {
  const { id: schoolId } = useSchool()
  const { team } = useAppContext()
  const mayClose = useRights().may('courses')
  const refresh = useRefresh('calendars', 'courses', 'learning')
  const listOpen = async () => {
    const { degrees } = await api(calendars.list, { params: { schoolId, id } })
    return degrees.filter(({ isOpenToAll }) => isOpenToAll)
  }
  const describe = async (open: Awaited<ReturnType<typeof listOpen>>) => {
    const first = open.slice(0, namedAtMost)
    const others = open.length - first.length
    if (!mayClose)
      return `${describeOpenCourses(
        first.map((course) => ({ title: courseTitle(course) })),
        others,
      )} ${accessRequest.closing(team?.owner_name)}`
    const named = first.map(async (course) => ({
      title: courseTitle(course),
      audience: await api(courses.cohorts, { params: { schoolId, link: course.link } }),
    }))
    return describeOpenCourses(await Promise.all(named), others)
  }
  return {
    /** @returns the courses to close; undefined when the class is not to be sold after all */
    ask: async (): Promise<string[] | undefined> => {
      const open = await listOpen()
      if (open.length === 0) return []
      const links: string[] = []
      const isAnswered = await confirm({
        title: open.length === 1 ? 'Vender um curso aberto a todos?' : 'Vender cursos abertos a todos?',
        text: await describe(open),
        confirmLabel: audienceTexts.sellOpen,
        ...(mayClose && {
          careful: {
            label: audienceTexts.sellPrivate,
            choose: () => links.push(...open.map(({ link }) => link)),
          },
        }),
      })
      return isAnswered ? links : undefined
    },
    close: async (links: string[]) => {
      for (const link of links) await api(courses.makePrivate, { params: { schoolId, link } })
      if (links.length > 0) await refresh()
    },
  }
}
