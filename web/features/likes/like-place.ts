import { createContext } from 'react'

/** Where a like button stands. It decides where a visitor is sent, and what is said when a like fails. */
export type LikePlace = 'feed' | 'profile' | 'page'

export const LikePlaceContext = createContext<LikePlace>('feed')
