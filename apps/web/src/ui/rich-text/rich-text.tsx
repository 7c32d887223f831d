import { richText } from '@escola/contract/rich-text'
import { Button, Skeleton } from '@mantine/core'
import { part, usePart, whenIdle } from '../loading/part.ts'
import { setHeadingLevels } from './even-headings.ts'
import classes from './safe-html.module.css'

const safeHtml = part(() => import('./safe-html.tsx'))
// A page that shows texts may soon have one to sanitise.
whenIdle(() => safeHtml.load())

/** Matches anything but a tag of the allow-list without an attribute. Words and such tags alone hold nothing to sanitise. */
const doubtful = new RegExp(`<(?!/?(?:${richText.tags.join('|')})>)`)

/** Shows a text that a user wrote in an editor: sanitised when it was saved, and again here. */
export function RichText({ html }: { html: string }) {
  if (!html) return null
  if (!doubtful.test(html))
    return <div key={html} ref={setHeadingLevels} className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
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

const blockEnds = /<\/(p|li|h\d|blockquote|pre)>/

/** Placeholder as tall as the text will be, so that what is below it stays in place. */
function Placeholder({ html }: { html: string }) {
  // Texts and what ends them in turn.
  const parts = html.split(blockEnds)
  return (
    <div className={classes.text} aria-hidden>
      {parts.map(
        (tag, at) =>
          at % 2 === 1 && (
            <Skeleton key={at} mb={tag === 'li' ? 2 : '0.9em'}>
              {parts[at - 1]!.replace(/<[^<>]*>/g, '')}
            </Skeleton>
          ),
      )}
    </div>
  )
}
