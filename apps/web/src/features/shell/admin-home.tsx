import { categories as categoryRoutes } from '@escola/contract/categories.contract'
import { firstName } from '@escola/contract/people'
import { Skeleton, Text, Title } from '@mantine/core'
import { IconBook2, IconChevronRight, IconUsers, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useAppContext, useSchool, useUser } from '../../session/context.ts'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import classes from './admin-home.module.css'

const steps = [
  {
    to: '/cursos',
    icon: IconBook2,
    title: 'Monte um curso',
    text: 'Módulos, aulas em vídeo, textos e arquivos. Tudo fica em rascunho até você publicar.',
  },
  {
    to: '/turmas',
    icon: IconUsersGroup,
    title: 'Abra uma turma',
    text: 'A turma diz quem vê quais cursos. Importe os alunos de uma planilha em segundos.',
  },
  {
    to: '/alunos',
    icon: IconUsers,
    title: 'Acompanhe os alunos',
    text: 'Veja o progresso de cada um, reenvie acessos e emita certificados.',
  },
]

/** How many courses the school has, drafts included. */
function useCourseCount() {
  const schoolId = useSchool().id
  return useQuery({
    queryKey: ['school', schoolId, 'courses', 'count'],
    queryFn: async ({ signal }) => {
      const { categories } = await api(categoryRoutes.list, { params: { schoolId }, signal })
      return categories.reduce((sum, { degrees }) => sum + degrees.length, 0)
    },
    // Courses are made on pages that don't know of this figure.
    staleTime: 0,
  })
}

/** The owner's start: what the school has, and where its work is done. */
export default function AdminHome() {
  const { students, gatewayList, school } = useAppContext()
  const user = useUser()
  const { routesByPath } = useRouter()
  const { data: courseCount, isPending } = useCourseCount()
  const figures = [
    { label: students.total === 1 ? 'aluno' : 'alunos', value: students.total, to: '/alunos' },
    { label: gatewayList.length === 1 ? 'turma' : 'turmas', value: gatewayList.length, to: '/turmas' },
    { label: courseCount === 1 ? 'curso' : 'cursos', value: courseCount, to: '/cursos' },
  ]
  return (
    <Page
      title={user ? `Olá, ${firstName(user.name)}` : 'Olá'}
      description={`Assim está ${school?.name ?? 'a sua escola'} hoje.`}
    >
      <ul className={classes.figures}>
        {figures.map(({ label, value, to }) => (
          <li key={to} className={classes.figure}>
            <div className={classes.value}>
              {value !== undefined ? formatNumber(value) : isPending ? <Skeleton width="1ch" height="1.1em" /> : '–'}
            </div>
            {to in routesByPath ? (
              <Link to={to as '/'} className={classes.label}>
                {label}
              </Link>
            ) : (
              <span className={classes.label}>{label}</span>
            )}
          </li>
        ))}
      </ul>
      <section aria-labelledby="proximos-passos">
        <Title order={2} id="proximos-passos" mb="sm">
          Por onde seguir
        </Title>
        <ul className={classes.steps}>
          {steps
            .filter(({ to }) => to in routesByPath)
            .map(({ to, icon: Icon, title, text }) => (
              <li key={to}>
                <Link to={to as '/'} className={classes.step}>
                  <span className={classes.icon}>
                    <Icon size={22} stroke={1.7} aria-hidden />
                  </span>
                  <span className={classes.text}>
                    <Title order={3} size="h4">
                      {title}
                    </Title>
                    <Text size="sm" c="dimmed">
                      {text}
                    </Text>
                  </span>
                  <IconChevronRight size={20} aria-hidden />
                </Link>
              </li>
            ))}
        </ul>
      </section>
    </Page>
  )
}
