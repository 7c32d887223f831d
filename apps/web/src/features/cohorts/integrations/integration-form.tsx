import {
  describeWaiting,
  type Integration,
  idsOf,
  isMapped,
  isSoldByAddress,
  NewIntegration,
  nameProduct,
  type SalesPlatformName,
  salesLimits,
  salesMessages,
} from '@escola/contract/sales'
import type { SalesAccount } from '@escola/contract/sales-accounts.contract'
import { Term } from '@escola/contract/terms'
import { Alert, Anchor, NativeSelect, Pill, Skeleton, Switch, TagsInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../../session/context.ts'
import { DialogForm } from '../../../ui/forms/dialog-form.tsx'
import { Hint } from '../../../ui/forms/hint.tsx'
import { useFormSubmit } from '../../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../../ui/forms/zod-resolver.ts'
import { ErrorState } from '../../../ui/loading/error-state.tsx'
import { notifyError, notifySuccess } from '../../../ui/notify.ts'
import { askWaiting } from '../../../ui/sales-platforms/ask-waiting.ts'
import { PlatformGuide, platformChoices, SecretFields } from '../../../ui/sales-platforms/platform-fields.tsx'
import { platformGuides } from '../../../ui/sales-platforms/platform-guides.ts'
import { salesAccountQueries } from '../../../ui/sales-platforms/sales-platforms.queries.ts'
import { useRefresh } from '../../../ui/use-refresh.ts'
import { useChangeIntegrations } from '../cohorts.queries.ts'
import { TermFields } from '../terms/term-fields.tsx'
import { TermScope } from '../terms/term-scope.tsx'
import { nameTermFields, readTermValues } from '../terms/term-values.ts'
import {
  findAccountId,
  type IntegrationValues,
  selectIndexFields,
  toSent,
  toUnchanged,
  valuesOf,
} from './integration-values.ts'
import { useOpenCourses } from './open-courses.ts'

interface Props {
  cohortId: string
  /** Undefined for a new one. */
  integration: Integration | undefined
  onClose: () => void
}

const check = zodResolver(NewIntegration)

/** Loads the school's accounts first, because the form begins with one of them. */
export function IntegrationForm(props: Props) {
  const { data, isError, error, refetch } = useQuery(salesAccountQueries.list(useSchool().id))
  if (data) return <LoadedForm {...props} accounts={data.accounts} />
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Skeleton height={480} radius="md" aria-busy aria-label="Carregando" />
}

function LoadedForm({ cohortId, integration, accounts, onClose }: Props & { accounts: SalesAccount[] }) {
  const id = integration?.id
  const change = useChangeIntegrations(cohortId)
  const openCourses = useOpenCourses(cohortId)
  const schoolId = useSchool().id
  const refreshAccounts = useRefresh('salesAccounts')
  const form = useForm<IntegrationValues>({
    initialValues: valuesOf(integration, accounts),
    validate: (values) => nameTermFields(check(toSent(values, integration))),
  })
  const sending = useFormSubmit(form, async (values) => {
    // A second submit while the dialog closes would repeat the call.
    if (change.isSuccess) return
    const closing = id === undefined ? await openCourses.ask() : []
    if (!closing) return
    if (!(await confirmWaiting())) return
    let place = 0
    const sending = change.mutateAsync((current) => {
      const index = current.findIndex((each) => each.id === id)
      place = index < 0 ? current.length : index
      return current.map(toUnchanged).toSpliced(place, 1, toSent(values, integration))
    })
    const { waiting_sales } = await sending.catch((error: unknown) => {
      throw selectIndexFields(error, place)
    })
    void refreshAccounts()
    // The integration stands already: what fails now is said, and the calendar says it again.
    await openCourses.close(closing).catch(notifyError)
    const saved = id === undefined ? 'Integração adicionada!' : 'Integração salva!'
    notifySuccess(saved + describeWaiting(waiting_sales))
    onClose()
  })
  const { gateway, account_id, code } = form.values
  /** Says what saving these products brings in at once. */
  const confirmWaiting = async (): Promise<boolean> => {
    const { ids = '' } = toSent(form.values, integration)
    if (isSoldByAddress(gateway) || ids === '') return true
    const sold = { gateway, ids, ...(account_id && { account_id }) }
    return askWaiting({ schoolId, cohortId, sold, act: 'Ao salvar', confirmLabel: 'Salvar e matricular' })
  }
  const choices = accounts.filter(
    ({ id, utc_ended_on, ...account }) =>
      account.gateway === gateway && (utc_ended_on === null || id === integration?.account_id),
  )
  const isByAddress = isSoldByAddress(gateway)
  const isOwn = isMapped(gateway)
  const read = Term.nullable().safeParse(readTermValues(form.values))
  const hasNewCode = account_id === '' && !isOwn
  return (
    <DialogForm sending={sending} onCancel={onClose}>
      {id === undefined && (
        <NativeSelect
          label="Plataforma"
          data={platformChoices}
          data-autofocus
          {...form.getInputProps('gateway')}
          onChange={(event) => {
            const chosen = event.currentTarget.value as SalesPlatformName
            form.clearErrors()
            form.setValues({ gateway: chosen, account_id: findAccountId(accounts, chosen) })
          }}
        />
      )}
      {choices.length > 0 && (
        <NativeSelect
          label="Conta"
          data={[
            ...choices.map(({ id, title }) => ({ value: id, label: `Usar a conta ${title}` })),
            ...(isOwn ? [] : [{ value: '', label: 'Usar outra conta, com um código novo' }]),
          ]}
          data-autofocus={id !== undefined || undefined}
          description={
            <>
              O código de uma conta vale para todas as turmas dela. Para trocá-lo, abra{' '}
              <Anchor component={Link} to="/vendas/contas" inherit underline="always">
                Contas das plataformas
              </Anchor>
              .
            </>
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('account_id')}
        />
      )}
      {isOwn && choices.length === 0 && (
        <Alert color="ambar" variant="light">
          {form.errors.account_id ?? salesMessages.mappedAccount}:{' '}
          <Anchor component={Link} to="/vendas/contas" inherit underline="always">
            Contas das plataformas
          </Anchor>
        </Alert>
      )}
      <PlatformGuide gateway={gateway} cohortId={cohortId} steps={hasNewCode ? platformGuides[gateway].steps : []} />
      {hasNewCode && (
        <SecretFields
          gateway={gateway}
          code={code}
          required
          fieldProps={(field) => form.getInputProps(field)}
          onCode={(made) => form.setFieldValue('code', made)}
        />
      )}
      <TagsInput
        label={isByAddress ? 'Códigos dos produtos (opcional)' : 'Códigos dos produtos'}
        description={
          isByAddress
            ? 'Sem códigos, todo pagamento nesse endereço matricula aqui.'
            : 'Separe por vírgula, espaço ou ponto.'
        }
        required={!isByAddress}
        splitChars={[',', ' ', '.']}
        autoComplete="off"
        maxLength={salesLimits.integrationMax}
        renderPill={({ option, onRemove }) => (
          <Pill withRemoveButton onRemove={onRemove}>
            {nameProduct(String(option.value), integration?.product_names ?? {})}
          </Pill>
        )}
        {...form.getInputProps('ids')}
        // A phone's keyboard doesn't say which key it was: what it wrote is parted here.
        onChange={(tags) => form.setFieldValue('ids', idsOf(tags.join(' ')))}
      />
      {integration?.ids.some((saved) => !form.values.ids.includes(saved)) && (
        <Text size="sm" c="dimmed">
          {salesMessages.productEnds}
        </Text>
      )}
      <Switch
        label="Manter o acesso até o fim do período pago"
        description={
          <Hint
            about="o período pago"
            more="Desligado, sai na hora. Quem recebe o dinheiro de volta sai na hora de qualquer jeito."
          >
            Quem cancela fica na turma até acabar o que já pagou.
          </Hint>
        }
        {...form.getInputProps('keeps_paid_period', { type: 'checkbox' })}
      />
      <TermFields form={form} ownLabel="O da turma" />
      {id !== undefined && (
        <TermScope
          form={form}
          cohortId={cohortId}
          choices={{ new: 'Só novas compras e cobranças', all: 'Quem já comprou também' }}
          staying="Quem já comprou fica com o prazo que tem."
          asked={read.success ? { integration_id: id, term: read.data } : undefined}
        />
      )}
    </DialogForm>
  )
}
