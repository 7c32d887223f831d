import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { coursePageQueries } from './course-pages.queries.ts'

/** Leads a guest of a course to its public page, where there is one. It loads by itself, so that a page without it stays as light. */
export default function CoursePageLink({ link }: { link: string }) {
  const { data } = useQuery({ ...coursePageQueries.one(useSchool().id, link), retry: false })
  if (!data?.page.is_open) return null
  return (
    <Anchor renderRoot={(props) => <Link to="/conheca/$link" params={{ link }} {...props} />} size="sm">
      Conhecer o curso {data.page.title}
    </Anchor>
  )
}
