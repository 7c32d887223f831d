import { Input } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.layer.css'
import { Placeholder } from '@tiptap/extensions'
import { type Editor, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useRef } from 'react'
import { useSchool } from '../../session/context.ts'
import { Subscript, Superscript } from '../rich-text/raised-text.ts'
import { richTextLabels } from '../rich-text/rich-text-labels.ts'
import { tidyPaste } from '../rich-text/rich-text-paste.ts'
import { FormulaNode } from './formula-node.ts'
import { PictureNode } from './picture-node.ts'
import classes from './question-text.module.css'
import { QuestionToolbar } from './question-toolbar.tsx'
import { sanitizeQuestionText } from './sanitize-question-text.ts'

export interface QuestionTextFieldProps {
  label: string
  description?: string
  value: string
  placeholder?: string
  error?: string
  onChange: (html: string) => void
  /** Given for a short field, which has no toolbar of its own: called with the editor that one toolbar for several acts on. */
  onActive?: (editor: Editor) => void
}

const plain = { heading: false, blockquote: false, horizontalRule: false, strike: false, link: false } as const

/** Field for a text of a question: takes and writes only what its own allow-list lets through. */
export default function QuestionTextField(props: QuestionTextFieldProps) {
  const { label, description, value, placeholder, error, onChange, onActive } = props
  const id = useId()
  const schoolId = useSchool().id
  const written = useRef(value)
  const report = useRef({ onChange, onActive })
  useEffect(() => {
    report.current = { onChange, onActive }
  })
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ ...plain, trailingNode: false }),
      Superscript,
      Subscript,
      FormulaNode,
      PictureNode.configure({ schoolId }),
      ...(placeholder ? [Placeholder.configure({ placeholder })] : []),
    ],
    content: sanitizeQuestionText(value),
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        role: 'textbox',
        // A translation here would be taken for the author's own words, and saved.
        translate: 'no',
        'aria-multiline': 'true',
        ...(onActive ? { 'aria-label': label } : { 'aria-labelledby': id }),
        'aria-describedby': `${id}-error`,
        ...(placeholder ? { 'aria-placeholder': placeholder } : {}),
      },
      transformPastedHTML: tidyPaste,
    },
    onFocus: ({ editor }) => report.current.onActive?.(editor),
    onUpdate: ({ editor }) => {
      written.current = editor.isEmpty ? '' : editor.getHTML()
      report.current.onChange(written.current)
    },
  })
  // A text that came from elsewhere, such as a discarded draft, replaces what is shown.
  useEffect(() => {
    if (!editor || value === written.current) return
    written.current = value
    editor.commands.setContent(sanitizeQuestionText(value), { emitUpdate: false })
  }, [editor, value])

  const field = (
    <RichTextEditor
      editor={editor}
      labels={richTextLabels}
      variant="subtle"
      className={classes.editor}
      data-short={onActive !== undefined || undefined}
    >
      {!onActive && <QuestionToolbar label={label} />}
      <RichTextEditor.Content />
    </RichTextEditor>
  )
  return (
    <Input.Wrapper
      label={onActive ? undefined : label}
      labelElement="div"
      labelProps={{ id }}
      description={description}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      {field}
    </Input.Wrapper>
  )
}
