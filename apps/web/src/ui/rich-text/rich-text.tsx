import { Button, Skeleton } from '@mantine/core'
import { part, usePart } from '../part.ts'
import classes from './safe-html.module.css'

const safeHtml = part(() => import('./safe-html.tsx'))
// Whoever can show a text will soon have one to show.
safeHtml.load().catch(() => undefined)

/** Text that somebody wrote in an editor: sanitised when it was saved, and again here. */
export function RichText({ html }: { html: string }) {
  const { loaded, hasFailed, retry } = usePart(safeHtml)
  if (!html) return null
  if (hasFailed) {
    return (
      <p role="alert">
        Sem conexão: este texto não pôde ser mostrado.{' '}
        <Button variant="light" size="compact-sm" onClick={retry}>
          Tentar novamente
        </Button>
      </p>
    )
  }
  if (!loaded) return <Placeholder html={html} />
  return <loaded.default html={html} />
}

const blocks = /(.*?)<\/(p|li|h\d|blockquote|pre)>/gs

/** As tall as the text will be, so that what is below it stays where it is. */
function Placeholder({ html }: { html: string }) {
  return (
    <div className={classes.text} aria-hidden>
      {[...html.matchAll(blocks)].map(([, text, tag], index) => (
        <Skeleton key={index} mb={tag === 'li' ? 2 : '0.9em'}>
          {text?.replace(/<[^>]*>/g, '')}
        </Skeleton>
      ))}
    </div>
  )
}
