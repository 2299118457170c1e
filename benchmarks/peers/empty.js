'use strict'
// A preload that does nothing. V8 optimises a program at other moments with any preload, which changes counts of
// instructions, so a difference as large as this one's is not the collector's.
