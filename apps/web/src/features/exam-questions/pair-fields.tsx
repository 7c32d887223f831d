import { Group, Input, Stack, Text } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { LazyQuestionTextField, LazySharedToolbar } from '../../ui/question-text/lazy-question-text-field.tsx'
import classes from './exam-questions.module.css'
import { canAddOther, canAddPair, canRemovePair, withNewOther, withNewPair } from './pair-values.ts'
import { AddText, RemoveText } from './text-buttons.tsx'
import type { QuestionForm } from './use-question-form.ts'

/** Texts that belong together, and answers that belong to none. One toolbar serves all of them. */
export function PairFields({ form }: { form: QuestionForm }) {
  const [editor, setEditor] = useState<Editor | null>(null)
  const { values } = form
  const { pairs, others } = values
  const field = (label: string, path: string, value: string) => (
    <LazyQuestionTextField
      label={label}
      placeholder={label}
      onActive={setEditor}
      {...form.getInputProps(path)}
      value={value}
    />
  )
  const removePair = (id: string) => {
    setEditor(null)
    form.setFieldValue(
      'pairs',
      pairs.filter((pair) => pair.id !== id),
    )
  }
  const removeOther = (id: string) => {
    setEditor(null)
    form.setFieldValue(
      'others',
      others.filter((other) => other.id !== id),
    )
  }
  return (
    <Stack gap="sm" role="group" aria-label="Pares">
      <Text size="sm" c="dimmed">
        Cada par certo vale a sua parte dos pontos. Dois pares podem ter a mesma resposta, e uma resposta a mais não
        combina com nenhum.
      </Text>
      <LazySharedToolbar label="pares" editor={editor && !editor.isDestroyed ? editor : null} />
      {pairs.map(({ id, left, option }, at) => (
        <div key={id} className={classes.pair}>
          {field(`Item ${at + 1}`, `pairs.${at}.left`, left)}
          {field(`Resposta ${at + 1}`, `pairs.${at}.option.html`, option.html)}
          <RemoveText label={`Tirar o par ${at + 1}`} isOff={!canRemovePair(values)} onClick={() => removePair(id)} />
        </div>
      ))}
      {others.length > 0 && (
        <Text size="sm" fw={600}>
          Respostas que não combinam com nenhum item
        </Text>
      )}
      {others.map(({ id, html }, at) => (
        <div key={id} className={classes.other}>
          {field(`Resposta a mais ${at + 1}`, `others.${at}.html`, html)}
          <RemoveText label={`Tirar a resposta a mais ${at + 1}`} onClick={() => removeOther(id)} />
        </div>
      ))}
      {form.errors.pairs && <Input.Error role="alert">{form.errors.pairs}</Input.Error>}
      <Group gap="xs">
        <AddText isOff={!canAddPair(values)} onClick={() => form.setFieldValue('pairs', withNewPair(values))}>
          Mais um par
        </AddText>
        <AddText isOff={!canAddOther(values)} onClick={() => form.setFieldValue('others', withNewOther(values))}>
          Mais uma resposta sem par
        </AddText>
      </Group>
    </Stack>
  )
}
