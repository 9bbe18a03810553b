"""Sheets that a whole table fills in together: everybody on their own phone, one draft on the server.

    protocol    what phones write, field by field: a state in, a state out, without a database
    models      the sheet with its fields, locked while somebody writes; its phones
    services    opening, joining, writing, deciding, recording; each asks what this phone may
    selectors   what phones are told, and what a person's archive holds
    web         pages and answers; `news.answer_polls` answers most polls before anything else is done

A phone is a browser, known by its device cookie. It has a number that it keeps when it leaves and comes back, and one
seat or none (a reader). Whoever opened the sheet is its keeper. The account of a phone is whoever is signed in on it
when it acts; with another account, its "done" is taken back.

What is decided here

Fields      The last to arrive wins. What another phone had written stays beside it, also where it was seen and replaced
            on purpose: whoever wrote it is told. Phones that wrote the same agree, and all of them stand beside the
            value that replaces theirs. Settling (`settle`) lets go only of what the settler had seen (`seen`).
Batches     Each page has a client id and counts its changes. What was taken is passed over, what was refused counts as
            taken. Every change taken is one revision; a batch without changes is a sign of life and one revision too;
            a batch that was taken before is none.
Done        Is taken only from a phone that has seen (`since`) all that others wrote in its column.
Keeper      One who leaves hands the sheet on to the seated phone that was heard last; alone, it stays theirs. After two
            minutes of silence a seated phone may take it over.
Seats       Bots' seats are nobody's: the keeper fills them in. Whoever is signed in and sits down where no name stands
            brings their own.
Keys        The same entry key again leads its keeper to the same sheet; for anybody else, and where the key was used
            for another game, the sheet gets a key of its own. An ended sheet gives its key back: its keeper goes on
            alone with all that was typed. A table of a tournament or league has one open sheet.
Clubs       The club is the keeper's choice. One that the recorder cannot record in is shown and refused, never dropped.
Recording   What is stored, if it is what the recorder saw. Everybody on another phone who is done has confirmed, as far
            as the rules of confirming let them.
No scripts  A page posts its form with `revision`, the revision it showed. What differs is written where nobody else has
            written since; `action=preview` only keeps it and shows the page anew.
Limits      30 phones and 500 typing pages a sheet, 500 changes a batch, 100 values of 100 signs a field (notes: 2000).
Ends        Codes after six hours and with the recording; sheets 14 days after the last touch, recorded and ended ones
            after a day. With a deleted account go its phones, its names, and sheets that nobody else fills in.
"""
