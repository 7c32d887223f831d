import { countQuestions } from '@escola/contract/practice-due'
import { practiceTexts } from '@escola/contract/practice-texts'
import { Button, Skeleton, Text } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { useIsAuthor } from '../../session/rights.ts'
import { practiceQueries } from './practice.queries.ts'

/** Practice on the page of its course: what is to be reviewed now, or when the next question is. */
export function CoursePractice({ degreeId, link }: { degreeId: string; link: string }) {
  const school = useSchool()
  const isAuthor = useIsAuthor(degreeId)
  const { data, isPending } = useQuery(practiceQueries.state(school.id, link))
  if (isPending) return <Skeleton height={44} />
  if (!data) return null
  if (isAuthor) return <Quiet text={practiceTexts.preview} />
  if (data.due > 0)
    return (
      <Button
        size="md"
        variant="light"
        leftSection={<IconListCheck size={18} aria-hidden />}
        renderRoot={(props) => <Link to="/c/$link/treino/questoes" params={{ link }} {...props} />}
      >
        {practiceTexts.label} · {countQuestions(data.due)}
      </Button>
    )
  return data.utc_next_on && <Quiet text={practiceTexts.upToDate(new Date(data.utc_next_on), new Date())} />
}

const Quiet = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
)
