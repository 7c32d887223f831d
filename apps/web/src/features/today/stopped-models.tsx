import { countOf } from '@escola/contract/messages'
import type { StoppedModel, Today } from '@escola/contract/today.contract'
import { Button } from '@mantine/core'
import { IconCertificateOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { WorkList, WorkRow } from '../../ui/lists/work-list.tsx'

const reasons: Record<StoppedModel['why'], string> = {
  unpublished: 'Soma um curso que não está publicado',
  closed: 'Soma um curso que foi encerrado',
  gone: 'Soma um curso que foi apagado',
  few: 'Soma menos de dois cursos',
}

/** Certificate models whose students wait for a course that is not there. */
export const StoppedModels = ({ models: { total, list } }: { models: Today['models'] }) => (
  <WorkList
    title={countOf(total, 'modelo de certificado parado', 'modelos de certificado parados')}
    icon={IconCertificateOff}
    total={total}
    shown={list.length}
    all={<Link to="/certificados">Ver todos os modelos</Link>}
  >
    {list.map(({ id, title, why }) => (
      <WorkRow
        key={id}
        title={title}
        text={`${reasons[why]}, e por isso não emite`}
        action={
          <Button
            size="compact-sm"
            variant="light"
            aria-label={`Rever o modelo ${title}`}
            renderRoot={(props) => <Link {...props} to="/certificado/$certificateId" params={{ certificateId: id }} />}
          >
            Rever
          </Button>
        }
      />
    ))}
  </WorkList>
)
