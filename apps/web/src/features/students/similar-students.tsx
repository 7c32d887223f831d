import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { studentQueries } from './students.queries.ts'

/** Offers who may have been meant by a search that finds no student, and the sales of such a buyer that wait. */
export function SimilarStudents({ search }: { search: string }) {
  const { data, isPending } = useQuery(studentQueries.nearby(useSchool().id, search))
  if (isPending) return <Skeleton width={280} height={48} role="status" aria-label="Procurando parecidos" />
  // The search has its answer without it.
  if (!data) return null
  const { students, pending_sales } = data
  return (
    <Stack align="center" gap="sm">
      {pending_sales > 0 && (
        <Anchor underline="always" renderRoot={(props) => <Link {...props} to="/vendas" search={{ search }} />}>
          {pending_sales === 1
            ? '1 venda com este nome ou e-mail espera por você'
            : `${pending_sales} vendas com este nome ou e-mail esperam por você`}
        </Anchor>
      )}
      {students.length > 0 && (
        <section aria-label="Alunos parecidos">
          <Text fw={600} ta="center">
            Você quis dizer
          </Text>
          <Stack component="ul" align="center" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
            {students.map(({ link, name, email }) => (
              <li key={link}>
                <Anchor
                  underline="always"
                  display="block"
                  py={10}
                  style={{ overflowWrap: 'anywhere', textAlign: 'center' }}
                  renderRoot={(props) => <Link {...props} to="/aluno/$link" params={{ link }} />}
                >
                  {name} ({email})
                </Anchor>
              </li>
            ))}
          </Stack>
        </section>
      )}
    </Stack>
  )
}
