import { pageTitles } from '@escola/contract/titles'
import { Text, Title } from '@mantine/core'
import { IconChevronRight, IconSchool } from '@tabler/icons-react'
import { useAppContext } from '../../session/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import classes from './school-list-page.module.css'

const roleText = (role: string[]) => (role.includes('admin') ? 'gerente' : 'estudante')

/** Every school that the person belongs to. Another school is another page load. */
export function SchoolListPage() {
  const { schools } = useAppContext()
  return (
    <Page title={pageTitles.schools} narrow>
      {schools.length === 0 ? (
        <EmptyState
          icon={IconSchool}
          title="Você ainda não faz parte de nenhuma escola"
          text="Quando uma escola matricular você, ela aparece aqui."
        />
      ) : (
        <ul className={classes.list}>
          {schools.map(({ id, name, role, base_path, logo_square_url }) => (
            <li key={id}>
              <a href={`${base_path}/`} className={classes.school}>
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
                    {roleText(role)}
                  </Text>
                </span>
                <IconChevronRight size={20} aria-hidden />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}
