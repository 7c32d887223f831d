import { studentViewTexts, type ViewedStudent } from '@escola/contract/student-views.contract'
import { dayAfter, dayOf } from '@escola/contract/time'
import { IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './view-bar.module.css'

interface Props {
  student: ViewedStudent
  /** Day that is looked at; none is now. */
  day: string | undefined
  onDay: (day: string | undefined) => void
}

/** Says over a page whose view it is, and lets its administrator look at a day to come. */
export function ViewBar({ student, day, onDay }: Props) {
  const today = dayOf(new Date())
  const choices = [
    { label: 'Agora', value: undefined },
    { label: '+7 dias', value: dayAfter(today, 7) },
    { label: '+30 dias', value: dayAfter(today, 30) },
  ]
  return (
    <section className={classes.bar} aria-label={studentViewTexts.button(student.name)}>
      <p className={classes.text}>
        <IconEye size={18} aria-hidden />
        {studentViewTexts.bar(student.name)}
      </p>
      <div className={classes.days}>
        {choices.map(({ label, value }) => (
          <button
            key={label}
            type="button"
            className={classes.choice}
            aria-pressed={day === value}
            onClick={() => onDay(value)}
          >
            {label}
          </button>
        ))}
        <input
          type="date"
          className={classes.day}
          aria-label="Ver em outro dia"
          min={today}
          value={day ?? ''}
          // A day that is half typed is none, and one that is over has no view.
          onChange={({ currentTarget: { value } }) => (value === '' || value >= today) && onDay(value || undefined)}
        />
      </div>
      <Link to="/aluno/$link" params={{ link: student.link }} className={classes.choice}>
        Sair da visão
      </Link>
    </section>
  )
}
