import { limits } from '@escola/contract/limits'
import { Email, OwnName } from '@escola/contract/people'
import { describeForecast, type GivenPurchase, purchaseTexts } from '@escola/contract/purchases.contract'
import { Alert, Button, Group, Modal, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { targetQueries, useForecast, useGiving } from './giving.queries.ts'

type Purchase = Pick<GivenPurchase, 'gateway' | 'transaction'>
type Target = Omit<GivenPurchase, keyof Purchase>

interface GivePurchaseProps {
  purchase: Purchase
  /** The button's own name among those of other rows. */
  about: string
  variant?: 'light' | 'subtle'
}

/** Lets an administrator give a purchase to the right student, after a look at what follows. */
export function GivePurchase({ purchase, about, variant = 'subtle' }: GivePurchaseProps) {
  const [isOpen, setOpen] = useState(false)
  const mayGive = useRights().may('cohorts')
  const close = () => setOpen(false)
  if (!mayGive) return null
  return (
    <>
      <Button
        size="compact-sm"
        variant={variant}
        aria-label={`Transferir compra: ${about}`}
        onClick={() => setOpen(true)}
      >
        Transferir compra
      </Button>
      <Modal opened={isOpen} onClose={close} title={purchaseTexts.give} centered>
        <Giving purchase={purchase} onClose={close} />
      </Modal>
    </>
  )
}

function Giving({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const [target, setTarget] = useState<Target>()
  const forecast = useForecast()
  const handleChoice = (chosen: Target) => {
    setTarget(chosen)
    forecast.mutate({ ...purchase, ...chosen })
  }
  if (!target || !forecast.data)
    return <TargetForm failure={forecast.error} isBusy={forecast.isPending} onChoose={handleChoice} onClose={onClose} />
  return (
    <Question
      sentences={describeForecast(forecast.data)}
      given={{ ...purchase, ...target }}
      onBack={forecast.reset}
      onClose={onClose}
    />
  )
}

interface TargetFormProps {
  failure: unknown
  isBusy: boolean
  onChoose: (target: Target) => void
  onClose: () => void
}

/** Value of the choice that invites the person of a typed e-mail. */
const newcomer = 'new'

function TargetForm({ failure, isBusy, onChoose, onClose }: TargetFormProps) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState('')
  const [isRefused, setRefused] = useState(false)
  const email = Email.safeParse(search).data
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const typed = OwnName.safeParse(name)
    const isWhole = chosen === newcomer ? email !== undefined && typed.success : chosen !== ''
    setRefused(!isWhole)
    if (!isWhole || isBusy) return
    onChoose(chosen === newcomer ? { email, name: typed.data } : { user_id: chosen })
  }
  const handleSearch = (text: string) => {
    setSearch(text)
    setChosen('')
  }
  const nameError = chosen === newcomer && isRefused && OwnName.safeParse(name).error?.issues[0]?.message
  return (
    <DialogForm sending={{ submit: handleSubmit, pending: isBusy, failure }} label="Continuar" onCancel={onClose}>
      <Text>De quem é esta compra? Procure o aluno ou digite o e-mail de quem ainda não é.</Text>
      <SearchBox
        label="Procurar aluno por nome, e-mail ou telefone"
        placeholder="Nome ou e-mail"
        search={search}
        onSearch={handleSearch}
      />
      {search && (
        <Targets
          search={search}
          email={email}
          chosen={chosen}
          error={isRefused && !chosen && purchaseTexts.target}
          onChoose={setChosen}
        />
      )}
      {!search && isRefused && (
        <Text size="sm" c="danger" role="alert">
          {purchaseTexts.target}
        </Text>
      )}
      {chosen === newcomer && (
        <TextInput
          label="Nome do aluno"
          autoComplete="off"
          required
          maxLength={limits.inputMax}
          value={name}
          error={nameError}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </DialogForm>
  )
}

interface TargetsProps {
  search: string
  /** The search, where it is an e-mail. */
  email: string | undefined
  chosen: string
  error: string | false
  onChoose: (value: string) => void
}

function Targets({ search, email, chosen, error, onChoose }: TargetsProps) {
  const { data, isPending, error: failure } = useQuery(targetQueries.found(useSchool().id, search))
  if (isPending) return <Skeleton height={48} role="status" aria-label="Procurando alunos" />
  if (failure) return <Alert color="danger">{textOf(failure)}</Alert>
  const invites = email !== undefined && !data.some((student) => student.email === email)
  if (data.length === 0 && !invites)
    return <Text c="dimmed">Nenhum aluno encontrado. Para convidar alguém, digite o e-mail inteiro.</Text>
  return (
    <Radio.Group label="Aluno" value={chosen} error={error} onChange={onChoose}>
      <Stack gap={0}>
        {data.map(({ user_id, name, email: address }) => (
          <Radio key={user_id} value={user_id} label={name} description={address} py={8} />
        ))}
        {invites && <Radio value={newcomer} label={`Convidar ${email}`} description="Ainda não é aluno" py={8} />}
      </Stack>
    </Radio.Group>
  )
}

interface QuestionProps {
  sentences: string[]
  given: GivenPurchase
  onBack: () => void
  onClose: () => void
}

function Question({ sentences, given, onBack, onClose }: QuestionProps) {
  const giving = useGiving()
  const handleGive = () => {
    // A second submit while the dialog closes would repeat the call.
    if (giving.isPending || giving.isSuccess) return
    giving.mutate(given, {
      onSuccess: () => {
        notifySuccess(purchaseTexts.given)
        onClose()
      },
    })
  }
  return (
    <Stack>
      <Stack gap="xs">
        {sentences.map((sentence) => (
          <Text key={sentence} style={{ overflowWrap: 'anywhere' }}>
            {sentence}
          </Text>
        ))}
      </Stack>
      {giving.error && (
        <Alert color="danger" variant="light" role="alert">
          {textOf(giving.error)}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack}>
          Voltar
        </Button>
        <BusyButton data-autofocus busy={giving.isPending} onClick={handleGive}>
          Transferir compra
        </BusyButton>
      </Group>
    </Stack>
  )
}
