import type { Profile, ProfileDegree } from '@escola/contract/profiles.contract'
import { notFound, schoolBlocked } from '../../core/app-error.ts'
import { type Attended, readsAsMember, type Visited } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { imageUrl } from '../../files/image-url.ts'
import { makeSignedFileUrl } from '../../files/signed-links.ts'
import { sanitizeRichText } from '../../rich-text/sanitize-rich-text.ts'
import { updateMember } from '../people/members.service.ts'
import * as queries from './profiles.queries.ts'

/** Answers a person's profile; a private school answers outsiders as if the link had no person. */
export async function getProfile(school: Visited, link: string, tools: Tools): Promise<Profile> {
  const isInside = readsAsMember(school)
  const { user, studied, cohorts, certificates } = await school.tx(async (db) => {
    const visibility = await queries.findVisibility(db)
    if (visibility.is_blocked && !school.isPlatformView) throw schoolBlocked(visibility)
    const user = visibility.is_private && !isInside ? undefined : await queries.findProfile(db, link)
    if (!user) throw notFound()
    const [studied, cohorts, certificates] = await Promise.all([
      queries.listStudied(db, user.user_id, isInside),
      queries.listCohortTitles(db, user.user_id),
      queries.listDrawnCertificates(db, user.user_id),
    ])
    return { user, studied, cohorts, certificates }
  })
  const { profile_image_key, utc_created_on, ...shown } = user
  const degrees = studied.map((course) => toWireDegree(school.id, course))
  const isShown = new Set(studied.map(({ id }) => id))
  return {
    user: {
      ...shown,
      profile_img_url: imageUrl(school.id, profile_image_key),
      utc_created_on: utc_created_on.toISOString(),
    },
    awards: { degrees: degrees.filter(({ has_complete }) => has_complete) },
    progress: { degrees: degrees.filter(({ has_complete }) => !has_complete) },
    school_gateways: cohorts,
    certificates: certificates
      .filter(({ course_id }) => isShown.has(course_id))
      .map((certificate) => ({
        degree_id: certificate.course_id,
        pdf: pdfOf(school, user.user_id, certificate, tools),
      })),
  }
}

/** The file is its owner's; others see the page that proves it. */
function pdfOf(
  school: Visited,
  ownerId: string,
  { id, code, file_id }: { id: string; code: string; file_id: string },
  tools: Tools,
): string {
  const { actor } = school
  if (actor?.userId !== ownerId || !school.isMember) return `/v/${code}`
  return makeSignedFileUrl(tools, { ...school, actor }, { fileId: file_id, way: 'certificate', id })
}

export async function saveDescription(school: Attended, html: string) {
  const profile_description = sanitizeRichText(html)
  await school.tx((db) => updateMember(db, school.actor.userId, { profile_description }))
  return { user: { profile_description } }
}

const toWireDegree = (schoolId: string, { id, link, cover_key, ...course }: queries.StudiedRow): ProfileDegree => ({
  id,
  degree_id: id,
  ...course,
  degree_link: link,
  img_wide_url: imageUrl(schoolId, cover_key),
  school_id: schoolId,
})
