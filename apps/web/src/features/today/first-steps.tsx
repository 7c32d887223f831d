import type { Context } from '@escola/contract/schools.contract'
import { Text, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import classes from './first-steps.module.css'

interface Step {
  title: string
  text: string
  isDone: boolean
  to: string
}

/** Lists the steps of a new school, in the order in which each needs the one before. */
const stepsOf = ({ courses, ownCohort: own }: Context): Step[] => [
  {
    title: 'Crie o seu primeiro curso',
    text: 'Dê um nome e uma capa. Tudo fica em rascunho até você publicar.',
    isDone: courses.total > 0,
    to: '/cursos',
  },
  {
    title: 'Escreva a primeira aula',
    text: 'Um vídeo, um texto ou um arquivo: uma aula já basta para começar.',
    isDone: courses.hasLesson,
    to: '/cursos',
  },
  {
    title: 'Publique o curso',
    text: 'Seus alunos só veem o que está publicado.',
    isDone: courses.published > 0,
    to: '/cursos',
  },
  {
    title: 'Crie uma turma',
    text: 'A turma diz quem estuda quais cursos.',
    isDone: own !== null,
    to: '/turmas',
  },
  {
    title: 'Convide o primeiro aluno',
    text: 'Um por um, ou todos de uma vez de uma planilha.',
    isDone: own?.hasStudent ?? false,
    to: own ? `/turma/${own.id}` : '/turmas',
  },
]

export const isSetUp = (context: Context) => stepsOf(context).every((step) => step.isDone)

/** A new owner's way to the first student. It ticks itself, and is gone when all of it is done. */
export function FirstSteps({ context }: { context: Context }) {
  const steps = stepsOf(context)
  const done = steps.filter((step) => step.isDone).length
  const next = steps.findIndex((step) => !step.isDone)
  const todo = steps[next]?.title ?? ''
  return (
    <section aria-labelledby="primeiros-passos" className={classes.card}>
      <div className={classes.head}>
        <Title order={2} size="h3" id="primeiros-passos">
          Primeiros passos
        </Title>
        <Text c="dimmed" size="sm" className={classes.count}>
          {done} de {steps.length}
        </Text>
      </div>
      <div className={classes.track} aria-hidden>
        {steps.map(({ title, isDone }) => (
          <span key={title} data-done={isDone || undefined} />
        ))}
      </div>
      <AssistantHint>
        {done === 0
          ? 'Que bom ter você aqui! Siga estes passos, no seu ritmo, e a sua escola recebe o primeiro aluno.'
          : `Muito bem! Agora: ${todo.charAt(0).toLowerCase()}${todo.slice(1)}.`}
      </AssistantHint>
      <ol className={classes.steps}>
        {steps.map(({ title, text, isDone, to }, at) => (
          <li key={title} className={classes.step} data-done={isDone || undefined} data-next={at === next || undefined}>
            <span className={classes.mark} aria-hidden>
              {isDone ? <IconCheck size={16} stroke={3} /> : at + 1}
            </span>
            <span className={classes.text}>
              {isDone ? (
                <span>
                  {title}
                  <VisuallyHidden component="span">, feito</VisuallyHidden>
                </span>
              ) : (
                <Link to={to as '/'} className={classes.link}>
                  {title}
                </Link>
              )}
              {at === next && (
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              )}
            </span>
            {!isDone && <IconChevronRight size={20} aria-hidden />}
          </li>
        ))}
      </ol>
    </section>
  )
}
