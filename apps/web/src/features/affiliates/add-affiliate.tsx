import { affiliateMessages, isAffiliateLink } from '@escola/contract/affiliates.contract'
import { messages } from '@escola/contract/messages'
import { Modal, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { MadeId } from '../../ui/editor/use-made-id.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { confirm } from '../../ui/questions/confirm.ts'
import classes from './affiliates.module.css'
import { useInviteSchool } from './affiliates.queries.ts'

const label = 'Afiliar escola'

export function AddAffiliate({ idOf }: { idOf: MadeId }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className={`${classes.card} ${classes.add}`} onClick={() => setOpen(true)}>
        <IconPlus size={28} aria-hidden />
        {label}
      </button>
      <Modal opened={isOpen} onClose={close} title={label} centered>
        <AddAffiliateForm idOf={idOf} onClose={close} />
      </Modal>
    </>
  )
}

function AddAffiliateForm({ idOf, onClose }: { idOf: MadeId; onClose: () => void }) {
  const invite = useInviteSchool(idOf)
  const form = useForm({
    initialValues: { link: '' },
    validate: { link: (link) => (isAffiliateLink(link, location.host) ? null : affiliateMessages.link) },
  })
  const sending = useFormSubmit(form, async ({ link }) => {
    // A second submit while the dialog closes would repeat the call.
    if (invite.isSuccess) return
    const answer = await invite.mutateAsync({ link }).catch((error: unknown) => offerMove(error, link))
    if (!answer) return
    notifySuccess(`${answer.school.name} recebeu o convite.`)
    onClose()
  })
  /** A school is in one plan at a time. */
  const offerMove = async (error: unknown, link: string) => {
    if (!(error instanceof ApiError) || error.code !== 'affiliate_in_other_plan') throw error
    const text = `${error.fields?.link ?? error.message}. Ela passa a ter os cursos deste plano no lugar daqueles.`
    const isSure = await confirm({ title: messages.areYouSure, text, confirmLabel: 'Mover para este plano' })
    return isSure ? invite.mutateAsync({ link, move: true }) : undefined
  }
  return (
    <DialogForm sending={sending} label={label} onCancel={onClose}>
      <Text>
        A sua filial precisa ter uma escola já cadastrada na plataforma. Ela recebe o convite e decide se aceita.
      </Text>
      <TextInput
        label="Link de sua filial"
        placeholder={`${location.host}/escola`}
        description="O domínio da escola, ou o endereço dela aqui na plataforma."
        inputMode="url"
        autoCapitalize="none"
        data-autofocus
        {...form.getInputProps('link')}
      />
    </DialogForm>
  )
}
