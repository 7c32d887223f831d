import { countOf } from '@escola/contract/messages'
import { courseTitle } from '@escola/contract/titles'
import type { Today } from '@escola/contract/today.contract'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { WorkList, WorkRow } from '../../ui/lists/work-list.tsx'

/** Courses whose latest words no student has read. */
export const WaitingDrafts = ({ drafts: { total, list } }: { drafts: Today['drafts'] }) => (
  <WorkList
    title={countOf(total, 'rascunho não publicado', 'rascunhos não publicados')}
    icon={IconPencil}
    total={total}
    shown={list.length}
    all={<Link to="/cursos">Ver todos os cursos</Link>}
  >
    {list.map((draft) => (
      <WorkRow
        key={draft.id}
        title={courseTitle(draft)}
        text={draft.is_published ? 'Tem alterações que os alunos ainda não veem' : 'Ainda não foi publicado'}
        action={
          <Button
            size="compact-sm"
            variant="light"
            aria-label={`Revisar e publicar ${courseTitle(draft)}`}
            renderRoot={(props) => <Link {...props} to="/c/$link" params={{ link: draft.link }} />}
          >
            Revisar e publicar
          </Button>
        }
      />
    ))}
  </WorkList>
)
