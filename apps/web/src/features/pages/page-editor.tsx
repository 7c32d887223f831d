import { limits } from '@escola/contract/limits'
import { type HtmlPage, htmlPages, type PageText } from '@escola/contract/pages.contract'
import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { SavedTextStatus, StaleText } from '../../autosave/saved-text-status.tsx'
import { useSavedText } from '../../autosave/use-saved-text.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Page } from '../../ui/page.tsx'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { LazyRichTextField } from '../../ui/rich-text/lazy-rich-text-field.tsx'
import { useSavePage } from './pages.queries.ts'

interface EditorProps {
  page: HtmlPage
  text: PageText
}

/** The page as its author sees it; it saves itself. */
export function PageEditor(props: EditorProps) {
  const [round, setRound] = useState(0)
  return <Editor key={`${props.page} ${round}`} {...props} onReset={() => setRound(round + 1)} />
}

function Editor({ page, text, onReset }: EditorProps & { onReset: () => void }) {
  const save = useSavePage(page)
  const title = htmlPages[page]
  const field = useSavedText({
    thing: `page.${page}`,
    value: text.html,
    save: save.mutateAsync,
    delayMs: limits.pageSaveMs,
  })
  const { run, isPending } = useConfirmedChange()
  const reset = () =>
    run({
      question: makeDangerQuestion(
        `O que a escola escreveu em “${title}” será trocado pelo texto padrão.`,
        'Usar o texto padrão',
      ),
      change: async () => {
        // The field is emptied through its own event, so that no earlier edit is sent after it.
        field.type('')
        if (await field.flush()) onReset()
      },
    })
  return (
    <Page
      title={title}
      description={
        page === 'sobre'
          ? 'O que a sua escola conta de si.'
          : 'O que os seus alunos leem antes de criar a conta, e sempre que quiserem.'
      }
      actions={
        <>
          <SavedTextStatus field={field} />
          {!text.is_default && (
            <BusyButton variant="light" busy={isPending} onClick={reset}>
              Usar o texto padrão
            </BusyButton>
          )}
        </>
      }
      narrow
    >
      {text.is_default && (
        <Alert variant="light" icon={<IconInfoCircle size={20} aria-hidden />}>
          Este é um texto padrão, com o nome e o contato da sua escola. Escreva por cima para que ele seja só seu
          {page === 'sobre' ? '.' : ', de preferência com a ajuda de um advogado.'}
        </Alert>
      )}
      <StaleText field={field} label={title} />
      <LazyRichTextField label={`Texto de ${title}`} value={field.text} onChange={field.type} />
    </Page>
  )
}
