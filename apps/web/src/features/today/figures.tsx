import { countOf } from '@escola/contract/messages'
import type { Day } from '@escola/contract/today.contract'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { useCohortChoices } from '../../ui/cohorts/use-cohort-choices.ts'
import { formatNumber } from '../../ui/format.ts'
import classes from './figures.module.css'

const week = 7

/** The school's size in one line, each number with the list that it counts. */
export function Figures({ days }: { days: Day[] }) {
  const { students, courses } = useAppContext()
  const { may } = useRights()
  const gatewayList = useCohortChoices()
  const figures = [
    { label: students.total === 1 ? 'aluno' : 'alunos', value: students.total, to: '/alunos', right: 'students' },
    {
      label: gatewayList.length === 1 ? 'turma' : 'turmas',
      value: gatewayList.length,
      to: '/turmas',
      right: 'cohorts',
    },
    { label: courses.total === 1 ? 'curso' : 'cursos', value: courses.total, to: '/cursos', right: 'courses' },
  ] as const
  const shown = figures.filter(({ right }) => may(right))
  const entered = days.slice(-week).reduce((sum, { enrollments }) => sum + enrollments, 0)
  if (shown.length === 0) return null
  return (
    <ul aria-label="A escola em números" className={classes.figures}>
      {shown.map(({ label, value, to }) => (
        <li key={to}>
          <Link to={to} className={classes.figure}>
            <strong>{formatNumber(value)}</strong> {label}
          </Link>
        </li>
      ))}
      {entered > 0 && may('reports') && (
        <li className={classes.news}>+{countOf(entered, 'matrícula', 'matrículas')} em 7 dias</li>
      )}
    </ul>
  )
}
