import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap'
import { IconSourceCode, IconSubscript, IconSuperscript } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useOneTabStop } from '../rich-text/use-one-tab-stop.ts'
import { FormulaControl } from './formula-control.tsx'
import { PictureControl } from './picture-control.tsx'

/** Toolbar of a question's text, which acts on the editor around it. */
export function QuestionToolbar({ label }: { label: string }) {
  const toolbar = useOneTabStop('[data-rich-text-editor-control]')
  return (
    <RichTextEditor.Toolbar {...toolbar} aria-label={`Formatação: ${label}`}>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        <RaisedControl mark="subscript" label="Subscrito" icon={IconSubscript} />
        <RaisedControl mark="superscript" label="Sobrescrito" icon={IconSuperscript} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Code />
        <RichTextEditor.CodeBlock icon={BlockIcon} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <FormulaControl />
        <PictureControl />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.ClearFormatting />
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}

/** Mantine draws code in a line and a block of it the same. */
const BlockIcon = () => <IconSourceCode size={16} aria-hidden />

interface RaisedProps {
  mark: 'subscript' | 'superscript'
  label: string
  icon: ComponentType<{ size: number; 'aria-hidden': boolean }>
}

/** Mantine's own controls ask for commands of extensions that we don't use. */
function RaisedControl({ mark, label, icon: Icon }: RaisedProps) {
  const { editor } = useRichTextEditorContext()
  return (
    <RichTextEditor.Control
      aria-label={label}
      title={label}
      active={editor?.isActive(mark)}
      disabled={!editor}
      onClick={() => editor?.chain().focus().toggleMark(mark).run()}
    >
      <Icon size={16} aria-hidden />
    </RichTextEditor.Control>
  )
}
