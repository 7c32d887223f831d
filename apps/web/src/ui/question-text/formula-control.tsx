import { questionText } from '@escola/contract/question-text'
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap'
import { IconMathFunction } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { drawFormula } from './draw-formulas.ts'

/** Writes a formula, or changes the selected one. */
export function FormulaControl() {
  const { editor } = useRichTextEditorContext()
  const [typed, setTyped] = useState<string>()
  const close = () => setTyped(undefined)
  const save = () => {
    const tex = typed?.trim()
    if (!tex) return
    close()
    editor?.chain().focus().insertContent({ type: 'formula', attrs: { tex } }).run()
  }
  return (
    <>
      <RichTextEditor.Control
        aria-label="Fórmula"
        title="Fórmula"
        active={editor?.isActive('formula')}
        disabled={!editor}
        onClick={() => setTyped(String(editor?.getAttributes('formula').tex ?? ''))}
      >
        <IconMathFunction size={16} aria-hidden />
      </RichTextEditor.Control>
      <Modal opened={typed !== undefined} onClose={close} title="Fórmula" centered returnFocus={false}>
        <Stack>
          <Textarea
            label="Fórmula em TeX"
            description="Por exemplo: \frac{a}{b}, x^2, \sqrt{2}"
            autosize
            minRows={2}
            data-autofocus
            maxLength={questionText.formulaMax}
            spellCheck={false}
            translate="no"
            value={typed ?? ''}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <FormulaPreview tex={typed?.trim() ?? ''} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancelar
            </Button>
            <Button onClick={save} disabled={!typed?.trim()}>
              Inserir fórmula
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

function FormulaPreview({ tex }: { tex: string }) {
  const ref = useRef<HTMLDivElement>(null)
  const [isRead, setRead] = useState<boolean>()
  useEffect(() => {
    let isLatest = true
    if (ref.current) void drawFormula(ref.current, tex).then((read) => isLatest && setRead(read))
    return () => {
      isLatest = false
    }
  }, [tex])
  return (
    <div role="status">
      <div ref={ref} style={{ overflow: 'auto hidden', minHeight: '2.5em' }} />
      {isRead === false && (
        <Text size="sm" c="danger">
          Esta fórmula ainda não pode ser lida. Confira as chaves e os comandos.
        </Text>
      )}
    </div>
  )
}
