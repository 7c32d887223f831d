import { Input } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.layer.css'
import { Placeholder } from '@tiptap/extensions'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useRef } from 'react'
import { Subscript, Superscript } from './raised-text.ts'
import classes from './rich-text-field.module.css'
import { richTextLabels } from './rich-text-labels.ts'
import { RichTextLink, RichTextLinkControl } from './rich-text-link.tsx'
import { tidyPaste } from './rich-text-paste.ts'
import { sanitize } from './safe-html.tsx'
import { useOneTabStop } from './use-one-tab-stop.ts'

interface Props {
  label: string
  value: string
  /** Says what belongs here while nothing is written. */
  placeholder?: string
  error?: string
  /** Says whether the field appeared because the user asked for it, and so takes the focus. */
  takesFocus?: boolean
  /** Offers bold, list and link alone. */
  isPlain?: boolean
  onChange: (html: string) => void
}

/** Takes and writes only what the contract's allow-list lets through. */
export default function RichTextField({
  label,
  value,
  placeholder,
  error,
  takesFocus = false,
  isPlain = false,
  onChange,
}: Props) {
  const labelId = useId()
  const toolbar = useOneTabStop('[data-rich-text-editor-control]')
  const written = useRef(value)
  const report = useRef(onChange)
  useEffect(() => {
    report.current = onChange
  })
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ heading: { levels: [2, 3, 4] }, link: false, trailingNode: false }),
      RichTextLink,
      Superscript,
      Subscript,
      ...(placeholder ? [Placeholder.configure({ placeholder })] : []),
    ],
    content: sanitize(value),
    autofocus: takesFocus && 'end',
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        role: 'textbox',
        // A translation here would be taken for the author's own words, and saved.
        translate: 'no',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        ...(placeholder ? { 'aria-placeholder': placeholder } : {}),
      },
      transformPastedHTML: tidyPaste,
    },
    onUpdate: ({ editor }) => {
      written.current = editor.isEmpty ? '' : editor.getHTML()
      report.current(written.current)
    },
  })
  // A text that came from elsewhere (another tab's version, a discarded draft) replaces what is shown.
  useEffect(() => {
    if (!editor || value === written.current) return
    written.current = value
    editor.commands.setContent(sanitize(value), { emitUpdate: false })
  }, [editor, value])

  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: labelId }} error={error}>
      <RichTextEditor
        editor={editor}
        labels={richTextLabels}
        variant="subtle"
        className={classes.editor}
        data-plain={isPlain || undefined}
      >
        <RichTextEditor.Toolbar {...toolbar} aria-label={`Formatação: ${label}`}>
          {isPlain ? <PlainControls /> : <Controls />}
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  )
}

const Controls = () => (
  <>
    <RichTextEditor.ControlsGroup>
      <RichTextEditor.Bold />
      <RichTextEditor.Italic />
      <RichTextEditor.Underline />
      <RichTextEditor.Strikethrough />
    </RichTextEditor.ControlsGroup>
    <RichTextEditor.ControlsGroup>
      <RichTextEditor.H2 />
      <RichTextEditor.H3 />
      <RichTextEditor.H4 />
    </RichTextEditor.ControlsGroup>
    <RichTextEditor.ControlsGroup>
      <RichTextEditor.BulletList />
      <RichTextEditor.OrderedList />
      <RichTextEditor.Blockquote />
      <RichTextEditor.CodeBlock />
      <RichTextEditor.Hr />
    </RichTextEditor.ControlsGroup>
    <RichTextEditor.ControlsGroup>
      <RichTextLinkControl />
      <RichTextEditor.Unlink />
    </RichTextEditor.ControlsGroup>
    <RichTextEditor.ControlsGroup>
      <RichTextEditor.ClearFormatting />
      <RichTextEditor.Undo />
      <RichTextEditor.Redo />
    </RichTextEditor.ControlsGroup>
  </>
)

const PlainControls = () => (
  <RichTextEditor.ControlsGroup>
    <RichTextEditor.Bold />
    <RichTextEditor.BulletList />
    <RichTextLinkControl />
  </RichTextEditor.ControlsGroup>
)
