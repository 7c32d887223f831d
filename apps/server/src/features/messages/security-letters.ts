import { deletionTemplates } from '../../mail/deletion-templates.ts'
import type { Letter } from '../../mail/letter.ts'
import { mergeTemplates } from '../../mail/merge-templates.ts'
import { securityTemplates } from '../../mail/security-templates.ts'
import { type Place, teamTemplates } from '../../mail/team-templates.ts'
import type { SecurityNews } from './message-kinds.ts'

interface Member {
  name: string
  email: string
}

/** Ids of the members whom a warning names. */
export const namedIn = (news: SecurityNews): string[] => [
  ...('byId' in news ? [news.byId] : []),
  ...('administratorId' in news ? [news.administratorId] : []),
  ...('otherId' in news ? [news.otherId] : []),
]

interface Writing {
  personName: string
  schoolName: string
  schoolUrl: string
  /** Page on which the user says that it was not them. */
  denialUrl: string
  /** Members of the school by id, as they are called now. */
  members: Map<string, Member>
  /** The reader's place in the team; undefined for who has none. */
  place: Place | undefined
}

export function writeWarning(news: SecurityNews, { schoolUrl, denialUrl, members, place, ...reader }: Writing): Letter {
  switch (news.kind) {
    case 'password_changed':
    case 'second_factor_removed':
    case 'new_device': {
      const pages = {
        recoveryUrl: `${schoolUrl}/recuperar-senha`,
        securityUrl: `${schoolUrl}/minha-conta/seguranca`,
      }
      return securityTemplates[news.kind](reader, { act: news, pages })
    }
    case 'passkey_added':
    case 'second_factor_added':
      return securityTemplates[news.kind](reader, {
        act: news,
        denialUrl,
        securityUrl: `${schoolUrl}/minha-conta/seguranca`,
      })
    case 'deletion_asked':
    case 'deletion_taken_back': {
      const pages = { recoveryUrl: `${schoolUrl}/recuperar-senha`, dataUrl: `${schoolUrl}/minha-conta/dados` }
      return deletionTemplates[news.kind](reader, { act: news, pages })
    }
    case 'administrator_added':
    case 'owner_named': {
      const named = { by: members.get(news.byId), administrator: members.get(news.administratorId) }
      const url = `${schoolUrl}/usuarios`
      if (news.kind === 'owner_named') return teamTemplates.owner_named(reader, { act: news, ...named, url })
      return teamTemplates.administrator_added(reader, { act: news, ...named, url })
    }
    case 'team_place_changed':
      return teamTemplates.team_place_changed(reader, {
        act: news,
        by: members.get(news.byId),
        place,
        url: `${schoolUrl}/`,
      })
    case 'students_merged':
    case 'merge_undone':
    case 'email_corrected': {
      const act = { act: news, by: members.get(news.byId), other: members.get(news.otherId) }
      const urls = { schoolUrl, contactUrl: `${schoolUrl}/contato` }
      if (news.kind === 'email_corrected') return mergeTemplates.email_corrected(reader, { ...act, ...urls })
      return mergeTemplates[news.kind](reader, { ...act, ...urls, goesOn: news.goesOn })
    }
    case 'domain_removed': {
      const { domain } = news
      const by = members.get(news.byId)
      return securityTemplates.domain_removed(reader, { act: news, by, domain, schoolUrl, url: `${schoolUrl}/config` })
    }
  }
}
