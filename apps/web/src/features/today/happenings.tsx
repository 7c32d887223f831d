import { countOf } from '@escola/contract/messages'
import { formatDateTime } from '@escola/contract/time'
import { courseTitle, lessonTitle } from '@escola/contract/titles'
import type { Happening } from '@escola/contract/today.contract'
import { Text } from '@mantine/core'
import { IconBasket, IconFileImport, IconMessageQuestion, IconTrophy, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRights } from '../../session/rights.ts'
import { Section } from '../../ui/section.tsx'
import classes from './happenings.module.css'

const looks: Record<Happening['kind'], { icon: typeof IconBasket; text: (happening: Happening) => ReactNode }> = {
  joined: {
    icon: IconUserPlus,
    text: ({ user_name, title }) => (
      <>
        <strong>{user_name}</strong> entrou na turma “{title}”
      </>
    ),
  },
  bought: {
    icon: IconBasket,
    text: ({ user_name, title }) => (
      <>
        <strong>{user_name}</strong> comprou e entrou na turma “{title}”
      </>
    ),
  },
  completed: {
    icon: IconTrophy,
    text: ({ user_name, title }) => (
      <>
        <strong>{user_name}</strong> concluiu “{courseTitle({ title })}”
      </>
    ),
  },
  asked: {
    icon: IconMessageQuestion,
    text: ({ user_name, title }) => (
      <>
        <strong>{user_name}</strong> perguntou em “{lessonTitle({ title })}”
      </>
    ),
  },
  imported: {
    icon: IconFileImport,
    text: ({ count, title }) => (
      <>
        <strong>{countOf(count, 'matrícula', 'matrículas')}</strong> pela importação de {title}
      </>
    ),
  },
}

/** Latest events, newest first; each row leads to where it can be seen. */
export const Happenings = ({ happenings }: { happenings: Happening[] }) => (
  <Section title="Agora há pouco">
    {happenings.length === 0 ? (
      <Text c="dimmed">Matrículas, vendas, perguntas e conclusões aparecem aqui.</Text>
    ) : (
      <ol className={classes.list}>
        {happenings.map((each) => (
          <Row key={`${each.kind} ${each.id} ${each.utc_created_on}`} happening={each} />
        ))}
      </ol>
    )}
  </Section>
)

function Row({ happening }: { happening: Happening }) {
  const { icon: Icon, text } = looks[happening.kind]
  return (
    <li className={classes.row}>
      <Icon size={20} stroke={1.7} aria-hidden className={classes.icon} />
      <div>
        <Place happening={happening}>{text(happening)}</Place>
        <time dateTime={happening.utc_created_on}>{formatDateTime(happening.utc_created_on)}</time>
      </div>
    </li>
  )
}

function Place({ happening, children }: { happening: Happening; children: ReactNode }) {
  const { kind, user_link: link, school_gateway_id: cohortId } = happening
  const { may, maySomewhere } = useRights()
  if (kind === 'asked' && maySomewhere('threads'))
    return (
      <Link className={classes.about} to="/comunidade">
        {children}
      </Link>
    )
  if (cohortId !== null && may('cohorts'))
    return (
      <Link className={classes.about} to="/turma/$cohortId" params={{ cohortId }}>
        {children}
      </Link>
    )
  if (kind === 'asked' || cohortId !== null || !may('students'))
    return <span className={classes.about}>{children}</span>
  return (
    <Link className={classes.about} to="/aluno/$link" params={{ link }}>
      {children}
    </Link>
  )
}
