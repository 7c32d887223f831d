import { countOf } from '@escola/contract/messages'
import type { Day } from '@escola/contract/today.contract'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import { useCohortChoices } from '../../ui/cohorts/use-cohort-choices.ts'
import { formatNumber } from '../../ui/format.ts'
import classes from './figures.module.css'

const week = 7

/** The school's size in one line, each number with the list that it counts. */
export function Figures({ days }: { days: Day[] }) {
  const { students, courses } = useAppContext()
  const gatewayList = useCohortChoices()
  const figures = [
    { label: students.total === 1 ? 'aluno' : 'alunos', value: students.total, to: '/alunos' },
    { label: gatewayList.length === 1 ? 'turma' : 'turmas', value: gatewayList.length, to: '/turmas' },
    { label: courses.total === 1 ? 'curso' : 'cursos', value: courses.total, to: '/cursos' },
  ] as const
  const entered = days.slice(-week).reduce((sum, { enrollments }) => sum + enrollments, 0)
  return (
    <ul aria-label="A escola em números" className={classes.figures}>
      {figures.map(({ label, value, to }) => (
        <li key={to}>
          <Link to={to} className={classes.figure}>
            <strong>{formatNumber(value)}</strong> {label}
          </Link>
        </li>
      ))}
      {entered > 0 && <li className={classes.news}>+{countOf(entered, 'matrícula', 'matrículas')} em 7 dias</li>}
    </ul>
  )
}
