import { useState } from 'react'
import { useIsAuthor } from '../../../session/rights.ts'
import { formatDuration } from '../../../ui/courses/duration.ts'
import classes from '../lesson-video.module.css'
import { EndOfVideo } from './end-of-video.tsx'
import { preferAutoplay, readPrefersAutoplay } from './preferences.ts'
import { useWatching, type Watched } from './use-watching.ts'

export { createPlayer } from './steer.ts'

const formatSpeed = (rate: number) => `${rate.toLocaleString('pt-BR')}×`

/** Panel below the video: the position where it resumes, its speed, and whether the next lesson follows automatically. */
export default function PlayerPanel(props: Watched) {
  const { shown, restart, setRate } = useWatching(props)
  const { isReady, resumedFrom, rate, rates, hasEnded } = shown
  const isStudent = !useIsAuthor(props.degree.id)
  const [goesOn, setGoesOn] = useState(readPrefersAutoplay)
  const handleRestart = () => {
    restart()
    // The button goes; what it has set going stays at hand.
    props.screen.focus()
  }
  const handleAutoplay = (isOn: boolean) => {
    preferAutoplay(isOn)
    setGoesOn(isOn)
  }
  return (
    <>
      <div className={classes.line} data-ended={hasEnded || undefined}>
        <span role="status">{resumedFrom !== undefined && `Continuando de ${formatDuration(resumedFrom)}`}</span>
        {resumedFrom !== undefined && (
          <>
            <span aria-hidden className={classes.dot}>
              ·
            </span>
            <button type="button" className={classes.quiet} onClick={handleRestart}>
              Recomeçar
            </button>
          </>
        )}
        {isStudent && hasEnded && <EndOfVideo {...props} goesOn={goesOn} />}
      </div>
      {isReady && (
        <div className={classes.choices}>
          {rates.length > 1 && (
            <label className={classes.choice}>
              <span className={classes.word}>Velocidade</span>
              <select value={rate} onChange={({ target }) => setRate(Number(target.value))}>
                {rates.map((each) => (
                  <option key={each} value={each}>
                    {formatSpeed(each)}
                  </option>
                ))}
              </select>
            </label>
          )}
          {isStudent && (
            <label className={classes.choice}>
              <input type="checkbox" checked={goesOn} onChange={({ target }) => handleAutoplay(target.checked)} />
              Próxima aula automática
            </label>
          )}
        </div>
      )}
    </>
  )
}
