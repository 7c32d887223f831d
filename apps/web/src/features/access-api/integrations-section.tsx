import type { Integration } from '@escola/contract/access-api.contract'
import { adminTexts } from '@escola/contract/messages'
import { Switch } from '@mantine/core'
import { CopyIcon } from '../../ui/copy-icon.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StackTable } from '../../ui/lists/stack-table.tsx'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'
import { useRemoveIntegration, useSaveIntegration } from './access-api.queries.ts'
import classes from './access-api-page.module.css'
import { CreateIntegrationButton } from './create-integration.tsx'
import { singleUseTexts } from './texts.ts'

export function IntegrationsSection({ integrations, mayCreate }: { integrations: Integration[]; mayCreate: boolean }) {
  return (
    <Section
      title="Integrações"
      text="Cada integração é uma turma em que outros sistemas podem matricular. O hash diz qual."
      aside={mayCreate && <CreateIntegrationButton integrations={integrations} />}
    >
      {integrations.length > 0 ? (
        <StackTable
          caption="Integrações da escola"
          rows={integrations}
          keyOf={({ id }) => id}
          columns={[
            { label: 'Turma', heading: true, cell: ({ integration_title }) => integration_title },
            { label: 'Hash', cell: (integration) => <Hash integration={integration} /> },
            { label: singleUseTexts.label, cell: (integration) => <SingleUse integration={integration} /> },
            { label: 'Ações', action: true, cell: (integration) => <RemoveIntegration integration={integration} /> },
          ]}
        />
      ) : (
        <EmptyState
          drawing="papers"
          title="Nenhuma integração ainda"
          text="Escolha a turma em que outro sistema vai matricular os seus alunos."
        />
      )}
    </Section>
  )
}

const Hash = ({ integration: { hash, integration_title } }: { integration: Integration }) => (
  <span className={classes.hash}>
    <code className={classes.code} translate="no">
      {hash}
    </code>
    <CopyIcon value={hash} label={`o hash de ${integration_title}`} />
  </span>
)

function SingleUse({ integration }: { integration: Integration }) {
  const { integration_title, is_single_use, school_gateway_id } = integration
  const { mutateAsync: save } = useSaveIntegration()
  const { run, isPending } = useConfirmedChange()
  const choose = (is_single_use: boolean) =>
    run({
      change: () => save({ school_gateway_id, is_single_use }),
      done: (is_single_use ? singleUseTexts.turnedOn : singleUseTexts.turnedOff)(integration_title),
    })
  return (
    <Switch
      aria-label={`${singleUseTexts.label} em ${integration_title}`}
      // A switch that is disabled while it is saved would lose the focus.
      checked={isPending ? !is_single_use : is_single_use}
      onChange={() => !isPending && choose(!is_single_use)}
    />
  )
}

function RemoveIntegration({ integration: { id, integration_title } }: { integration: Integration }) {
  const { mutateAsync: remove } = useRemoveIntegration()
  return (
    <RemoveButton
      label={`Apagar integração com ${integration_title}`}
      question={makeDangerQuestion(adminTexts.integrationEnds(integration_title), 'Apagar')}
      change={() => remove(id)}
      done={adminTexts.integrationGone(integration_title)}
    />
  )
}
