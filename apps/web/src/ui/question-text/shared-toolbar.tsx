import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, useEditorState } from '@tiptap/react'
import { richTextLabels } from '../rich-text/rich-text-labels.ts'
import { QuestionToolbar } from './question-toolbar.tsx'

export default function SharedToolbar({ label, editor }: { label: string; editor: Editor | null }) {
  // The controls change with each change of the editor, which another component holds.
  useEditorState({ editor, selector: ({ transactionNumber }) => transactionNumber })
  return (
    <RichTextEditor editor={editor} labels={richTextLabels} variant="subtle">
      <QuestionToolbar label={label} />
    </RichTextEditor>
  )
}
