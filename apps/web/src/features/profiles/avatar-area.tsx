import { imageFormats } from '@escola/contract/limits'
import type { User } from '@escola/contract/schools.contract'
import { Anchor } from '@mantine/core'
import { useRef } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { PictureField } from '../../ui/picture/picture-field.tsx'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import classes from './account-page.module.css'
import { useRemovePicture, useUploadPicture } from './profiles.queries.ts'

const texts = {
  label: 'Avatar',
  invite: 'Alterar avatar',
  sending: 'Enviando avatar…',
  crop: 'Recortar avatar',
  area: 'Área do avatar',
  use: 'Usar este avatar',
}

export function AvatarArea({ user }: { user: User }) {
  const { mutateAsync: send } = useUploadPicture()
  const { mutateAsync: remove } = useRemovePicture()
  const { run } = useConfirmedChange()
  const area = useRef<HTMLDivElement>(null)
  const handleRemove = () =>
    run({
      question: makeDangerQuestion('No lugar do seu avatar aparecem as suas iniciais.'),
      change: () => {
        // The link that asked goes with the picture.
        area.current?.querySelector<HTMLElement>('[role=button]')?.focus()
        return remove()
      },
    })
  return (
    <div className={classes.avatar} ref={area}>
      <PictureField
        ratio={imageFormats.square.ratio}
        texts={texts}
        inviteBelow
        onUpload={(file, onProgress) => send({ file, onProgress })}
      >
        <Avatar user={user} w={480} />
      </PictureField>
      {user.profile_img_url && (
        <Anchor component="button" type="button" size="sm" className={classes.remove} onClick={handleRemove}>
          remover
        </Anchor>
      )}
    </div>
  )
}
