import type { platform } from '@escola/contract/platform.contract'
import type { ResponseOf } from '@escola/contract/route'
import { Badge, Stack, Text, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Pager } from '../../ui/lists/pager.tsx'
import classes from './own-schools.module.css'

interface OwnSchoolsProps {
  schools: ResponseOf<typeof platform.schools>['schools']
  isLoading: boolean
  onPage: (page: number) => void
}

/** Names the roles like a school's own members call them (part 1 §6). */
const formatRole = (role: string[]) => (role.includes('admin') ? 'gerente' : 'estudante')

/** Lists the user's schools. Another school is another page load. */
export function OwnSchools({ schools: { list, total, page, rowsPerPage }, isLoading, onPage }: OwnSchoolsProps) {
  return (
    <Stack aria-busy={isLoading} opacity={isLoading ? 0.6 : 1}>
      <ul className={classes.list}>
        {list.map(({ id, name, role, url, logo_square_url, is_blocked }) => (
          <li key={id}>
            <a href={url} className={classes.school}>
              {logo_square_url ? (
                <img src={logo_square_url} alt="" className={classes.logo} />
              ) : (
                <span className={classes.logo} aria-hidden>
                  {name.slice(0, 1).toLocaleUpperCase('pt-BR')}
                </span>
              )}
              <span className={classes.text}>
                <Title order={2} size="h4">
                  {name}
                </Title>
                <Text size="sm" c="dimmed">
                  {formatRole(role)}
                </Text>
              </span>
              {is_blocked && (
                <Badge color="danger" variant="light">
                  Bloqueada
                </Badge>
              )}
              <IconChevronRight size={20} aria-hidden />
            </a>
          </li>
        ))}
      </ul>
      <Pager page={page} total={total} rowsPerPage={rowsPerPage} onPage={onPage} label="Páginas de escolas" />
    </Stack>
  )
}
