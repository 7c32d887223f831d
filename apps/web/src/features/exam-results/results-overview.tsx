import type { ExamOverview } from '@escola/contract/exam-results.contract'
import { VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import { formatNumber } from '../../ui/format.ts'
import { Section } from '../../ui/section.tsx'
import classes from './exam-results.module.css'
import { formatPart, formatShare } from './standing.ts'

/** Sums of an assessment, and how its marks are spread. */
export function ResultsOverview({ overview }: { overview: ExamOverview }) {
  const { attempts, students, running, waiting, passed, mean_percent, pass_percent, kind, bands } = overview
  const figures = [
    { label: students === 1 ? 'aluno fez' : 'alunos fizeram', value: formatNumber(students) },
    { label: attempts === 1 ? 'tentativa entregue' : 'tentativas entregues', value: formatNumber(attempts) },
    ...(running > 0 ? [{ label: 'em andamento', value: formatNumber(running) }] : []),
    ...(waiting > 0 ? [{ label: 'aguardando correção', value: formatNumber(waiting) }] : []),
    ...(mean_percent !== null ? [{ label: 'de média', value: formatShare(mean_percent) }] : []),
    ...(kind === 'exam' && students > 0
      ? [{ label: `passaram, com ${pass_percent}% ou mais`, value: formatPart(passed, students) }]
      : []),
  ]
  return (
    <Section title="Em números" hidesTitle>
      <ul aria-label="A avaliação em números" className={classes.figures}>
        {figures.map(({ label, value }) => (
          <li key={label}>
            <strong>{value}</strong> {label}
          </li>
        ))}
      </ul>
      {students > 0 && <Distribution bands={bands} />}
    </Section>
  )
}

/** Number of students in each band of marks, as a table whose figures are drawn as bars. */
function Distribution({ bands }: Pick<ExamOverview, 'bands'>) {
  const most = Math.max(1, ...bands)
  const width = 100 / bands.length
  const nameBand = (at: number) =>
    at === bands.length - 1 ? `${at * width} a 100%` : `${at * width} a ${(at + 1) * width - 1}%`
  return (
    <table className={classes.bands}>
      <caption>Notas dos alunos</caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Nota</VisuallyHidden>
          </th>
          <th scope="col">
            <VisuallyHidden>Alunos</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {bands.map((count, at) => (
          <tr key={nameBand(at)}>
            <th scope="row">{nameBand(at)}</th>
            <td>
              <span className={classes.band} style={{ '--share': count / most } as CSSProperties} aria-hidden />
              {count}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
