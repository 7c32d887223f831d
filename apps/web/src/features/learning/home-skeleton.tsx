import { Skeleton } from '@mantine/core'
import row from './course-row.module.css'
import classes from './home-page.module.css'

export function HomeSkeleton() {
  return (
    <div className={classes.home} aria-busy="true" aria-label="Carregando seus cursos" role="status">
      {[0, 1].map((section) => (
        <div key={section} className={row.section}>
          <div className={row.head}>
            <Skeleton height={22} width={180} />
          </div>
          <div className={row.row} aria-hidden>
            {[0, 1, 2, 3].map((card) => (
              <div key={card} className={row.item}>
                <Skeleton style={{ aspectRatio: '29 / 9' }} height="auto" radius="md" />
                <Skeleton height={18} width="70%" mt="sm" />
                <Skeleton height={14} width="40%" mt="xs" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
