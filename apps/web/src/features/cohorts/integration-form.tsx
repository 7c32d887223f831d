import { labels } from '@escola/contract/labels'
import {
  type Integration,
  idsOf,
  isSoldByAddress,
  NewIntegration,
  type SalesPlatformName,
  salesLimits,
  salesPlatforms,
} from '@escola/contract/sales'
import {
  Alert,
  Button,
  CopyButton,
  Group,
  NativeSelect,
  Skeleton,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { textOf } from '../../api/api-error.ts'
import { randomKey } from '../../api/random-key.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { useFormSubmit } from '../../ui/use-form-submit.ts'
import { zodResolver } from '../../ui/zod-resolver.ts'
import classes from './cohort-integrations.module.css'
import { addressQuery, useChangeIntegrations } from './cohorts.queries.ts'
import { type IntegrationValues, selectIndexFields, toSent, toUnchanged, valuesOf } from './integration-values.ts'
import { makeWebhookAddress, platformGuides } from './platform-guides.ts'

interface Props {
  cohortId: string
  /** Undefined for a new one. */
  integration: Integration | undefined
  onClose: () => void
}

const check = zodResolver(NewIntegration)
const platforms = salesPlatforms.map((value) => ({ value, label: labels.providers[value] }))
const secret = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 2000 } as const

export function IntegrationForm({ cohortId, integration, onClose }: Props) {
  const id = integration?.id
  const change = useChangeIntegrations(cohortId)
  const form = useForm<IntegrationValues>({
    initialValues: valuesOf(integration),
    validate: (values) => check(toSent(values, integration)),
  })
  const { submit, pending, failure } = useFormSubmit(form, async (values) => {
    // The dialog is still closing.
    if (change.isSuccess) return
    let place = 0
    const sending = change.mutateAsync((current) => {
      const index = current.findIndex((each) => each.id === id)
      place = index < 0 ? current.length : index
      return current.map(toUnchanged).toSpliced(place, 1, toSent(values, integration))
    })
    await sending.catch((error: unknown) => {
      throw selectIndexFields(error, place)
    })
    notifySuccess(id === undefined ? 'Integração adicionada!' : 'Integração salva!')
    onClose()
  })
  const { gateway, code } = form.values
  const { codeLabel, isCodeOurs } = platformGuides[gateway]
  const isByAddress = isSoldByAddress(gateway)
  const keptHint = id === undefined ? undefined : 'Deixe em branco para manter o atual'
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {id === undefined && (
          <NativeSelect
            label="Plataforma"
            data={platforms}
            data-autofocus
            {...form.getInputProps('gateway')}
            onChange={(event) => {
              form.clearErrors()
              form.setFieldValue('gateway', event.currentTarget.value as SalesPlatformName)
            }}
          />
        )}
        <PlatformGuide gateway={gateway} cohortId={cohortId} />
        <div>
          <TextInput
            label={codeLabel}
            description={keptHint}
            required={id === undefined}
            data-autofocus={id !== undefined || undefined}
            {...secret}
            {...form.getInputProps('code')}
          />
          {isCodeOurs && (
            <Group gap="xs" mt={6}>
              <Button size="compact-sm" variant="light" onClick={() => form.setFieldValue('code', randomKey())}>
                Gerar código
              </Button>
              {code && <Copy value={code} label="Copiar código" />}
            </Group>
          )}
        </div>
        {isByAddress && (
          <TextInput
            label="Access token"
            description={keptHint}
            required={id === undefined}
            {...secret}
            {...form.getInputProps('access_token')}
          />
        )}
        <TagsInput
          label={isByAddress ? 'Códigos dos produtos (opcional)' : 'Códigos dos produtos'}
          description={
            isByAddress
              ? 'Sem nenhum código, todo pagamento que chega a esse endereço matricula nesta turma.'
              : 'Separe por vírgula, espaço ou ponto.'
          }
          required={!isByAddress}
          splitChars={[',', ' ', '.']}
          autoComplete="off"
          maxLength={salesLimits.integrationMax}
          {...form.getInputProps('ids')}
          // A phone's keyboard doesn't say which key it was: what it wrote is parted here.
          onChange={(tags) => form.setFieldValue('ids', idsOf(tags.join(' ')))}
        />
        <Switch
          label="Manter o acesso até o fim do período pago"
          description="Quem cancela a assinatura continua na turma até acabar o que já pagou. Desligado, sai na hora. Quem recebe o dinheiro de volta sai na hora de qualquer jeito."
          {...form.getInputProps('keeps_paid_period', { type: 'checkbox' })}
        />
        {failure !== undefined && (
          <Alert color="red" variant="light" role="alert">
            {textOf(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <BusyButton type="submit" busy={pending}>
            Salvar
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}

function PlatformGuide({ gateway, cohortId }: { gateway: SalesPlatformName; cohortId: string }) {
  const schoolId = useSchool().id
  const { data, isPending } = useQuery(addressQuery(schoolId))
  const origin = data ? new URL(data.platform_url).origin : location.origin
  const address = makeWebhookAddress({ origin, schoolId, cohortId, gateway })
  return (
    <div className={classes.guide}>
      <Skeleton visible={isPending}>
        <TextInput label="Endereço do webhook" readOnly value={address} onFocus={(event) => event.target.select()} />
        <Copy value={address} label="Copiar endereço" />
      </Skeleton>
      <ol className={classes.steps}>
        {platformGuides[gateway].steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}

const Copy = ({ value, label }: { value: string; label: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={copy}
      >
        {copied ? 'Copiado' : label}
      </Button>
    )}
  </CopyButton>
)
