import { teamTexts } from '@escola/contract/team-texts'
import { IconEye } from '@tabler/icons-react'
import { keepSeenPlace } from '../../api/seen-place.ts'
import { loadPage } from '../../api/token.ts'
import { useAppContext, useSchool } from '../../session/context.ts'
import classes from './seen-bar.module.css'

/** Says in which place of the team the owner sees the school, and leads back to their own. */
export function SeenBar() {
  const { base_path } = useSchool()
  const { team } = useAppContext()
  const text = teamTexts.seenAs(team?.roles ?? [])
  const handleLeave = () => {
    keepSeenPlace(null)
    // A new load, because all that is shown was read in that place.
    loadPage(`${base_path}/usuarios`)
  }
  return (
    <section className={classes.bar} aria-label={text}>
      <p className={classes.text}>
        <IconEye size={18} aria-hidden />
        {text}
      </p>
      <button type="button" className={classes.leave} onClick={handleLeave}>
        Voltar
      </button>
    </section>
  )
}
