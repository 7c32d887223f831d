import { type EditionSettings as Edition, editionMessages } from '@escola/contract/editions.contract'
import { cleanLandingPage, isLandingPage } from '@escola/contract/landing-page'
import { limits } from '@escola/contract/limits'
import { refusals } from '@escola/contract/refusals'
import { looseCategoryTitle } from '@escola/contract/titles'
import { Loader, Modal, Select, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { DialogForm } from '../../ui/forms/dialog-form.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { courseQueries } from './courses.queries.ts'
import { editionQuery, useSaveEdition } from './edition.queries.ts'

interface Props {
  link: string
  isOpen: boolean
  onClose: () => void
}

/** Dialog with what an affiliate may set of a course that another school writes. */
export const EditionSettings = ({ link, isOpen, onClose }: Props) => (
  <Modal opened={isOpen} onClose={onClose} title="Configurar curso da franquia" centered>
    <LoadedSettings link={link} onClose={onClose} />
  </Modal>
)

function LoadedSettings({ link, onClose }: Omit<Props, 'isOpen'>) {
  const { data, error, refetch } = useQuery(editionQuery(useSchool().id, link))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loader aria-label="Carregando" />
  return <SettingsForm edition={data.edition} onClose={onClose} />
}

/** Stands for no category in the choice, which knows no null. */
const noCategory = '0'

function SettingsForm({ edition, onClose }: { edition: Edition; onClose: () => void }) {
  const categories = useQuery(courseQueries.categories(useSchool().id)).data?.categories ?? []
  const save = useSaveEdition(edition)
  const form = useForm({
    initialValues: {
      is_visible: edition.is_visible,
      is_private: edition.is_private,
      has_comments: edition.has_comments,
      landing_page_url: edition.landing_page_url,
      category_id: edition.category_id ?? noCategory,
    },
    validate: { landing_page_url: (typed) => (isLandingPage(typed) ? null : refusals.landingPage) },
  })
  const sending = useFormSubmit(form, async ({ category_id, ...values }) => {
    const isMoved = category_id !== (edition.category_id ?? noCategory)
    const category = category_id === noCategory ? null : category_id
    await save.mutateAsync({ ...values, ...(isMoved && { category_id: category }) })
    notifySuccess(editionMessages.saved)
    onClose()
  })
  return (
    <DialogForm sending={sending} onCancel={onClose}>
      <Text c="dimmed" size="sm">
        {editionMessages.readOnly(edition.franchisor.name)}
      </Text>
      <Switch
        label="Visível"
        description="Aparece na lista de cursos da escola"
        {...form.getInputProps('is_visible', { type: 'checkbox' })}
      />
      <Switch
        label="Privado"
        description="Turmas públicas não dão acesso a este curso"
        {...form.getInputProps('is_private', { type: 'checkbox' })}
      />
      <Switch
        label="Comentários"
        description="Alunos podem perguntar em cada aula. As perguntas chegam à sua escola"
        {...form.getInputProps('has_comments', { type: 'checkbox' })}
      />
      <Select
        label="Categoria"
        description="Onde o curso aparece para os seus alunos"
        allowDeselect={false}
        data={[
          ...categories.filter(({ withoutCat }) => !withoutCat).map(({ id, title }) => ({ value: id, label: title })),
          { value: noCategory, label: looseCategoryTitle },
        ]}
        {...form.getInputProps('category_id')}
      />
      <TextInput
        label="Página de vendas"
        description="Para onde vai quem ainda não tem acesso"
        placeholder="https://…"
        inputMode="url"
        maxLength={limits.linkMax}
        {...form.getInputProps('landing_page_url')}
        onBlur={() => form.setFieldValue('landing_page_url', cleanLandingPage(form.values.landing_page_url))}
      />
    </DialogForm>
  )
}
