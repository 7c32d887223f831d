import { proofNameOf } from '@escola/contract/domains'
import {
  type DomainAnswer,
  type DomainProblem,
  DomainQuestion,
  type OwnDomain,
} from '@escola/contract/domains.contract'
import { limits } from '@escola/contract/limits'
import { formatDateTime } from '@escola/contract/time'
import { Alert, Anchor, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { textOf } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { notifyError } from '../../ui/notify.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { DomainBadge } from './domain-badge.tsx'
import { useDomainCost } from './domain-cost.ts'
import { AliasRecord, ProofRecord } from './domain-records.tsx'
import { domainQueries, useDomain } from './schools.queries.ts'
import classes from './settings-page.module.css'

const problems: Record<DomainProblem, string> = {
  missing: 'Este endereço ainda não existe no DNS. Crie o registro abaixo; ele pode levar algumas horas para aparecer.',
  elsewhere:
    'Este endereço aponta para outro lugar. Troque o registro pelo que está abaixo e apague os outros registros deste endereço.',
  silent: 'O DNS deste domínio não respondeu. Veja se o domínio está registrado e em dia no seu provedor.',
  unproven: 'Este endereço já aponta para cá. Falta o registro TXT abaixo; ele pode levar algumas horas para aparecer.',
}

interface Props {
  opened: boolean
  onClose: () => void
  /** Runs once the school has another address. */
  onChange: () => Promise<unknown> | undefined
}

export function DomainModal({ opened, onClose, onChange }: Props) {
  const { data } = usePrefetchedQuery(domainQueries.own(useSchool().id))
  return (
    <Modal opened={opened} onClose={onClose} title="Domínio próprio" size="lg">
      <Stack>
        {data.domain ? (
          <Claimed domain={data.domain} answer={data} onChange={onChange} />
        ) : (
          <Claiming answer={data} onChange={onChange} />
        )}
      </Stack>
    </Modal>
  )
}

function Claiming({ answer, onChange }: { answer: DomainAnswer } & Pick<Props, 'onChange'>) {
  const { claim } = useDomain()
  const cost = useDomainCost()
  const form = useForm({ initialValues: { url: '' }, validate: zodResolver(DomainQuestion) })
  const { submit, pending, failure } = useFormSubmit(form, async ({ url }) => {
    await claim.mutateAsync(url)
    await onChange()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>
          Use um endereço que já é seu, como cursos.suaescola.com.br. Escreva-o aqui e crie estes registros no site onde
          você registrou o domínio:
        </Text>
        <AliasRecord name="cursos (o que vem antes do domínio)" target={answer.target} />
        <ProofRecord name={proofNameOf('cursos')} value={answer.txt_value} needed={null} />
        <TextInput
          label="Endereço do domínio"
          placeholder="cursos.suaescola.com.br"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.domainUrlMax}
          data-autofocus
          {...form.getInputProps('url')}
        />
        {cost && <Text>{cost}</Text>}
        {failure !== undefined && (
          <Alert color="danger" variant="light" icon={<IconAlertTriangle />} role="alert">
            {textOf(failure)}
          </Alert>
        )}
        <Group justify="flex-end">
          <BusyButton type="submit" busy={pending}>
            Cadastrar domínio
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}

interface ClaimedProps extends Pick<Props, 'onChange'> {
  domain: OwnDomain
  answer: DomainAnswer
}

function Claimed({ domain: owned, answer, onChange }: ClaimedProps) {
  const { domain, state, problem, needs_txt, utc_checked_on } = owned
  const { check, remove } = useDomain()
  const cost = useDomainCost()
  const look = () =>
    check.mutate(undefined, { onSuccess: () => void onChange(), onError: (error) => notifyError(error) })
  const removeDomain = async () => {
    await remove()
    await onChange()
  }
  const loss =
    state === 'waiting'
      ? `O cadastro de ${domain} será apagado.`
      : `A escola deixa de abrir em ${domain}. Por 30 dias nenhuma outra escola pode usar esse domínio; a sua pode voltar a usar quando quiser.`
  return (
    <>
      <Group gap="sm" role="status">
        {state === 'active' ? (
          <Anchor href={`https://${domain}`} target="_blank" rel="noopener" fw={600} className={classes.address}>
            {domain}
          </Anchor>
        ) : (
          <Text fw={600} className={classes.address}>
            {domain}
          </Text>
        )}
        <DomainBadge state={state} />
      </Group>
      {problem && (
        <Alert color={state === 'broken' ? 'danger' : 'ambar'} variant="light" icon={<IconAlertTriangle />}>
          {problems[problem]}
          {state === 'broken' && ' Enquanto isso, os e-mails levam ao endereço da plataforma.'}
        </Alert>
      )}
      {state === 'active' && !problem ? (
        <Text>A sua escola abre neste endereço. Verificamos todos os dias se ele continua apontando para cá.</Text>
      ) : (
        <AliasRecord name={domain} target={answer.target} />
      )}
      {state === 'waiting' && <ProofRecord name={proofNameOf(domain)} value={answer.txt_value} needed={needs_txt} />}
      {cost && <Text>{cost}</Text>}
      {utc_checked_on && (
        <Text size="sm" c="dimmed">
          Última verificação: {formatDateTime(utc_checked_on)}
        </Text>
      )}
      <Group justify="space-between">
        <RemoveButton
          question={makeDangerQuestion(loss, 'Remover domínio')}
          change={removeDomain}
          done={`O domínio ${domain} foi removido.`}
        >
          Remover domínio
        </RemoveButton>
        <BusyButton busy={check.isPending} onClick={look}>
          Verificar agora
        </BusyButton>
      </Group>
    </>
  )
}
