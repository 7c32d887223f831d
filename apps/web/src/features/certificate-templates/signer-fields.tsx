import { templateLimits } from '@escola/contract/certificate-template-texts'
import { limits } from '@escola/contract/limits'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconSignature, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import classes from './certificate-templates.module.css'
import { newSigner, type TemplateValues } from './template-values.ts'

const SignaturePadDialog = lazy(() => import('./signature-pad-dialog.tsx'))

/** People who sign, each with a name, an office and a signature. */
export function SignerFields({ form }: { form: UseFormReturnType<TemplateValues> }) {
  const [signing, setSigning] = useState<number>()
  const { signers } = form.values
  return (
    <Stack gap="lg">
      {signers.map((signer, index) => (
        <Stack key={index} gap="sm" component="fieldset" className={classes.signer}>
          <TextInput
            label="Nome de quem assina"
            maxLength={limits.inputMax}
            {...form.getInputProps(`signers.${index}.name`)}
          />
          <TextInput
            label="Cargo (opcional)"
            placeholder="Direção, coordenação…"
            maxLength={templateLimits.roleMax}
            {...form.getInputProps(`signers.${index}.role`)}
          />
          <Group gap="xs">
            {(signer.drawn || signer.signature_img) && (
              <img
                className={classes.signature}
                src={signer.drawn?.url ?? signer.signature_img}
                alt={`Assinatura de ${signer.name}`}
              />
            )}
            <Button
              variant="light"
              leftSection={<IconSignature size={18} aria-hidden />}
              onClick={() => setSigning(index)}
            >
              {signer.drawn || signer.signature_img ? 'Assinar de novo' : 'Desenhar assinatura'}
            </Button>
            {index > 0 && (
              <Button
                variant="subtle"
                color="danger"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => form.removeListItem('signers', index)}
              >
                Tirar
              </Button>
            )}
          </Group>
        </Stack>
      ))}
      {signers.length < templateLimits.signersMax && (
        <Button
          variant="subtle"
          className={classes.add}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => form.insertListItem('signers', newSigner())}
        >
          Mais uma assinatura
        </Button>
      )}
      {signing !== undefined && (
        <Suspense>
          <SignaturePadDialog
            name={signers[signing]!.name}
            onDone={(drawn) => form.setFieldValue(`signers.${signing}.drawn`, drawn)}
            onClose={() => setSigning(undefined)}
          />
        </Suspense>
      )}
    </Stack>
  )
}
