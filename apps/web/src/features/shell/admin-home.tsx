import { firstName } from '@escola/contract/people'
import { Link, useRouter } from '@tanstack/react-router'
import { useAppContext, useUser } from '../../session/context.ts'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import classes from './admin-home.module.css'
import { FirstSteps, isSetUp } from './first-steps.tsx'

/** The owner's start: what the school has, and where its work is done. */
export default function AdminHome() {
  const context = useAppContext()
  const { students, courses, gatewayList, school } = context
  const user = useUser()
  const { routesByPath } = useRouter()
  const figures = [
    { label: students.total === 1 ? 'aluno' : 'alunos', value: students.total, to: '/alunos' },
    { label: gatewayList.length === 1 ? 'turma' : 'turmas', value: gatewayList.length, to: '/turmas' },
    { label: courses.total === 1 ? 'curso' : 'cursos', value: courses.total, to: '/cursos' },
  ]
  const isReady = isSetUp(context)
  // Three zeros tell a new owner nothing.
  const isBegun = figures.some(({ value }) => value > 0)
  return (
    <Page
      title={user ? `Olá, ${firstName(user.name)}` : 'Olá'}
      description={
        isReady
          ? `Assim está ${school?.name ?? 'a sua escola'} hoje.`
          : `Faltam poucos passos para ${school?.name ?? 'a sua escola'} receber os primeiros alunos.`
      }
    >
      {isBegun && (
        <ul aria-label="A escola em números" className={classes.figures}>
          {figures.map(({ label, value, to }) => (
            <li key={to} className={classes.figure}>
              <div className={classes.value}>{formatNumber(value)}</div>
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
      )}
      {!isReady && <FirstSteps context={context} />}
    </Page>
  )
}
