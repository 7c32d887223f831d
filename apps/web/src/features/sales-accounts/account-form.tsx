import { isMapped, isSoldByAddress, type SalesPlatformName } from '@escola/contract/sales'
import { NewSalesAccount, type SalesAccount, SalesAccountChanges } from '@escola/contract/sales-accounts.contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { PlatformGuide, platformChoices, SecretFields } from '../../ui/sales-platforms/platform-fields.tsx'
import { platformGuides } from '../../ui/sales-platforms/platform-guides.ts'
import { useCreateAccount, useUpdateAccount } from './account-changes.ts'
import { ProofFields } from './proof-fields.tsx'
import { type ProofValues, proofValuesOf, toProof } from './proof-values.ts'

interface Props {
  /** Undefined for a new one. */
  account: SalesAccount | undefined
  onClose: () => void
}

interface AccountValues extends Record<string, unknown> {
  gateway: SalesPlatformName
  title: string
  code: string
  access_token: string
  proof: ProofValues
}

const [checkNew, checkChanges] = [zodResolver(NewSalesAccount), zodResolver(SalesAccountChanges)]

export function AccountForm({ account, onClose }: Props) {
  const [create, update] = [useCreateAccount(), useUpdateAccount()]
  const form = useForm<AccountValues>({
    initialValues: {
      gateway: account?.gateway ?? 'hotmart',
      title: account?.title ?? '',
      code: '',
      access_token: '',
      proof: proofValuesOf(account?.own?.proof),
    },
    validate: (values) => (account ? checkChanges(toChanges(values)) : checkNew(toNew(values))),
  })
  const sending = useFormSubmit(form, async (values) => {
    // A second submit while the dialog closes would repeat the call.
    if (create.isSuccess || update.isSuccess) return
    if (account) await update.mutateAsync({ id: account.id, ...toChanges(values) })
    else await create.mutateAsync(toNew(values))
    notifySuccess(account ? 'Conta salva!' : 'Conta adicionada!')
    onClose()
  })
  const { gateway, code } = form.values
  const isOwn = isMapped(gateway)
  const { steps } = platformGuides[gateway]
  return (
    <DialogForm sending={sending} onCancel={onClose}>
      {!account && (
        <NativeSelect
          label="Plataforma"
          data={platformChoices}
          data-autofocus
          {...form.getInputProps('gateway')}
          onChange={(event) => {
            form.clearErrors()
            form.setFieldValue('gateway', event.currentTarget.value as SalesPlatformName)
          }}
        />
      )}
      <TextInput
        label={isOwn ? 'Nome da plataforma' : account ? 'Nome da conta' : 'Nome da conta (opcional)'}
        description={
          isOwn ? 'Só a sua escola vê.' : 'Só a sua escola vê. Ajuda quando há mais de uma conta na mesma plataforma.'
        }
        required={account !== undefined || isOwn}
        data-autofocus={account !== undefined || undefined}
        autoComplete="off"
        {...form.getInputProps('title')}
      />
      {/* The last step is about the products of a class. */}
      {!account && !isSoldByAddress(gateway) && <PlatformGuide gateway={gateway} steps={steps.slice(0, -1)} />}
      <SecretFields
        gateway={gateway}
        code={code}
        hint={account && 'Deixe em branco para manter o atual'}
        required={!account}
        fieldProps={(field) => form.getInputProps(field)}
        onCode={(made) => form.setFieldValue('code', made)}
      />
      {isOwn && <ProofFields form={form} />}
    </DialogForm>
  )
}

const isTyped = (text: string) => text.trim() !== ''

const toNew = ({ gateway, title, code, access_token, proof }: AccountValues) => ({
  gateway,
  code,
  // The school alone knows the name of a platform that it adds itself.
  ...((isTyped(title) || isMapped(gateway)) && { title }),
  ...(isMapped(gateway) && { proof: toProof(proof) }),
  ...(isSoldByAddress(gateway) && { access_token }),
})

/** A saved code is never shown: without a new one it is left out, and stays. */
const toChanges = ({ gateway, title, code, access_token, proof }: AccountValues) => ({
  title,
  ...(isMapped(gateway) && { proof: toProof(proof) }),
  ...(isTyped(code) && { code }),
  ...(isTyped(access_token) && { access_token }),
})
