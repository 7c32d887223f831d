import { richText } from '@escola/contract/rich-text'
import { Button, Skeleton } from '@mantine/core'
import { part, usePart, whenIdle } from '../part.ts'
import classes from './safe-html.module.css'

const safeHtml = part(() => import('./safe-html.tsx'))
// Whoever can show a text may soon have one to sanitise.
whenIdle(() => safeHtml.load())

/** Anything but a tag of the allow-list without an attribute. Words and such tags alone hold nothing to sanitise. */
const doubtful = new RegExp(`<(?!/?(?:${richText.tags.join('|')})>)`)

/** Text that somebody wrote in an editor: sanitised when it was saved, and again here. */
export function RichText({ html }: { html: string }) {
  if (!html) return null
  if (!doubtful.test(html)) return <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
  return <SanitisedText html={html} />
}

function SanitisedText({ html }: { html: string }) {
  const { loaded, hasFailed, retry } = usePart(safeHtml)
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
